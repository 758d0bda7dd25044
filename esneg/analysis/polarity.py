"""An analysis in which the engine itself sees negation: the ``.polarity`` sub-field.

It keeps every word as `keeping_analysis` does and adds, with built-in components only:

- `MARKER` at the position of each cue and each word that denies ("not", "without", "excluded", "unpaid"), so that an
  ``intervals`` query can ask for a word *beside a negation*, whatever the negation is called. A pseudo-negation
  ("not only") gets none.
- In a word with a negative affix, `AFFIX` and the word that it denies: "unpaid" is also "paid", beside a negation.
- `GAP` empty positions at the end of a sentence and before each word that begins another clause ("but"), so that
  fewer than `GAP` positions between a marker and a word mean the same clause. Phrases do not cross them either.

"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from esneg.analysis.keeping import analyzer_name, keeping_analysis
from esneg.negation import Language
from esneg.negation.scope import grammar

MARKER = "esnegmark"
"""The token that stands where something is negated. Letters only, since tokenizers cut at anything else."""

AFFIX = "esnegaffix"
"""The token that stands in a word with a negative affix, beside the word that it denies ("unpaid", "paid")."""

GAP = 12
"""Empty positions between two clauses."""

_BORDER = "esnegborder"
"""Stands at each of those positions until a stop filter takes it away; the position stays empty."""

_SENTENCE_END = r"[.!?;:…؟؛]+(?=[\s\"')\]»”]|$)|[।։。！？；]|[\r\n]{2,}"
"""Not every full stop: "3.5" goes on."""


def polarity_analyzer_name(language: Language) -> str:
    """The name of the index-side analyzer that `polarity_analysis` defines."""
    return f"{analyzer_name(language)}_polarity"


def polarity_search_analyzer_name(language: Language) -> str:
    """The name of the search-side analyzer that `polarity_analysis` defines."""
    return f"{polarity_analyzer_name(language)}_search"


def polarity_field(language: Language) -> dict[str, Any]:
    """The mapping of a ``.polarity`` sub-field, for an index that has `polarity_analysis`."""
    return {
        "type": "text",
        "analyzer": polarity_analyzer_name(language),
        # Named although Elasticsearch would not need it: OpenSearch lets `default_search` win otherwise.
        "search_analyzer": polarity_search_analyzer_name(language),
    }


def polarity_analysis(language: Language) -> dict[str, Any]:
    """The ``settings.analysis`` that `polarity_field` needs; merge it with that of the index's other fields."""
    base = keeping_analysis(language)
    chain: Mapping[str, Any] = base["analyzer"][analyzer_name(language)]
    own_filters: dict[str, Any] = base.get("filter", {})
    name = polarity_analyzer_name(language)
    borders, markers, gaps, kept = (f"{name}_{part}" for part in ("borders", "markers", "gaps", "kept"))

    def stages(*added: str) -> list[str]:
        before = list(chain["filter"])
        at = _before_stemming(before, own_filters)
        return [*before[:at], *added, *before[at:]]

    chars = list(chain.get("char_filter", ()))
    return {
        "char_filter": {**base.get("char_filter", {}), borders: _borders(language)},
        "filter": {
            **own_filters,
            gaps: {"type": "stop", "stopwords": [_BORDER]},
            markers: {"type": "synonym", "synonyms": _marker_rules(language)},
            kept: {"type": "keyword_marker", "keywords": [MARKER, AFFIX]},
        },
        "analyzer": {
            name: {**chain, "char_filter": [*chars, borders], "filter": stages(markers, gaps, kept)},
            # A question needs no gaps.
            polarity_search_analyzer_name(language): {**chain, "filter": stages(markers, kept)},
        },
    }


def _before_stemming(stages: list[str], definitions: Mapping[str, Any]) -> int:
    """Where synonyms belong: behind lower-casing and normalising, before words are protected, stemmed or joined."""
    for at, stage in enumerate(stages):
        kind = definitions.get(stage, {"type": stage})["type"]
        # The English possessive stemmer comes before lower-casing and only takes "'s" away.
        possessive = definitions.get(stage, {}).get("language") == "possessive_english"
        if not possessive and (kind.endswith(("stem", "stemmer")) or kind in _JOINS_OR_PROTECTS):
            return at
    return len(stages)


_JOINS_OR_PROTECTS = {"cjk_bigram", "keyword_marker", "keyword_repeat", "snowball", "stemmer_override"}


def _marker_rules(language: Language) -> list[str]:
    """Synonym rules; the longest one that fits wins, so "not only" is safe from the rule for "not"."""
    rules = grammar(language.code)
    pseudo = [
        phrase
        for phrase in _single_spaced((*language.pseudo_negations, *rules.affirmed))
        if phrase not in rules.negating
    ]
    negatives = [
        word
        for word in _single_spaced(
            (*language.all_cues, *language.lexical_negatives, *sorted(rules.negatives))
        )
        if word not in rules.unmarked and word not in rules.affixal
    ]
    return [
        *(f"{phrase} => {phrase}" for phrase in pseudo),
        *(f"{word} => {word}, {MARKER}" for word in negatives if word not in pseudo),
        # The word that is denied stands there too: "unpaid" answers a question that says "not paid".
        *(f"{word} => {word}, {denied}, {MARKER}, {AFFIX}" for word, denied in rules.affixal.items()),
    ]


def _borders(language: Language) -> dict[str, Any]:
    """Puts the gap behind a sentence and before a conjunction."""
    words = [re.escape(word) for word in _single_spaced(sorted(grammar(language.code).borders))]
    conjunction = rf"|(?<![\p{{L}}\p{{M}}])(?=(?:{'|'.join(words)})(?![\p{{L}}\p{{M}}]))" if words else ""
    return {
        "type": "pattern_replace",
        "pattern": f"{_SENTENCE_END}{conjunction}",
        "flags": "CASE_INSENSITIVE|UNICODE_CASE",
        "replacement": f" {' '.join([_BORDER] * GAP)} ",
    }


def _single_spaced(phrases: Iterable[str]) -> list[str]:
    """Lower case, one space between words, each once; commas would part a synonym rule."""
    return list(dict.fromkeys(" ".join(phrase.replace(",", " ").lower().split()) for phrase in phrases))
