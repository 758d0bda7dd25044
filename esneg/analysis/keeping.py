"""Analyses that keep every negation cue, made of built-in components only, so that managed clusters take them.

Each is the engines' own chain for the language, with three changes: the spellings of a negation are brought to one
form before the text is cut into tokens, no stop list holds a cue, and the stemmer leaves the cues alone. A language
without a chain of its own gets the standard tokenizer and lower-casing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from esneg.analysis import builtin
from esneg.analysis.spelling import char_filters
from esneg.analysis.stop_lists import stop_words
from esneg.negation import Language

Variant = Literal["default", "compact", "exact"]
"""default: no stop list. compact: the engines' own stop list without the cues, for smaller indices.
exact: no stop list, no stemmer."""

_STEMMED_TO_CUES = {"de": ("nichte", "nichten"), "en": ("nevers", "nones", "nos"), "es": ("nadies",)}
"""Words of another meaning that the engines' stemmers turn into a cue. `Language.lookalikes` has the candidates;
the integration tests hold that none of them meets a cue."""

_STEMMING = frozenset({"snowball", "stemmer", "stemmer_override"})


def analyzer_name(language: Language, variant: Variant = "default") -> str:
    """The name of the analyzer that `keeping_analysis` defines."""
    name = f"esneg_{language.code}"
    return name if variant == "default" else f"{name}_{variant}"


def builtin_analyzer(language: Language) -> str | None:
    """The engines' built-in analyzer for a language, the first that its data name; None when it has none."""
    return next((name for name in language.analyzers if builtin.chain(name, {}) is not None), None)


def keeping_analysis(language: Language, variants: Iterable[Variant] = ("default",)) -> dict[str, Any]:
    """The ``settings.analysis`` of an index whose analyzers keep the cues of a language."""
    prefix = analyzer_name(language)
    chain = _chain(language)
    chars = {f"{prefix}_{_short(part.name)}": part.definition for part in chain.char_filters}
    chars |= char_filters(language, prefix)
    filters: dict[str, Any] = {}
    analyzers: dict[str, Any] = {}
    for variant in variants:
        stages = _stages(chain, language, variant, prefix)
        filters |= {name: definition for name, definition in stages if not isinstance(definition, str)}
        analyzers[analyzer_name(language, variant)] = {
            "type": "custom",
            **({"char_filter": list(chars)} if chars else {}),
            "tokenizer": chain.tokenizer.definition,
            "filter": [name for name, _ in stages],
        }
    sections = {"char_filter": chars, "filter": filters, "analyzer": analyzers}
    return {name: section for name, section in sections.items() if section}


def without_cues(words: Iterable[str], language: Language) -> list[str]:
    """The words of a stop list that are no cue of a language (nor a part of one), in their order.

    Accents do not count: the engines' lists stand behind filters that take them away.
    """
    # The engines cut at the joiner that Persian writes inside a word, or leave it out.
    parts = (spelling for cue in _all_forms(language) for spelling in (cue, cue.replace("\u200c", " ")))
    cues = {_folded(word) for part in parts for word in part.split()}
    return [word for word in words if _folded(word) not in cues]


def _chain(language: Language) -> builtin.Chain:
    name = builtin_analyzer(language)
    chain = builtin.chain(name, {}) if name else None
    lowercase = builtin.Component("lowercase", "lowercase")
    return chain or builtin.Chain(builtin.Component("standard", "standard"), (lowercase,))


def _stages(
    chain: builtin.Chain, language: Language, variant: Variant, prefix: str
) -> list[tuple[str, str | Mapping[str, Any]]]:
    """The token filters of a variant: (name, definition); a definition that is a string needs none."""
    stages: list[tuple[str, str | Mapping[str, Any]]] = []
    protected = False
    for component in chain.filters:
        kind = component.settings["type"]
        definition = component.definition
        if kind == "stop":
            if variant == "compact":
                stages.append((f"{prefix}_stop", _stop(component, language)))
            continue
        if _stems(component.settings):
            if variant == "exact":
                continue
            if not protected:
                stages += _protection(language, prefix)
                protected = True
        name = kind if isinstance(definition, str) else f"{prefix}_{_short(component.name)}"
        stages.append((name, definition))
    return stages


def _stems(settings: Mapping[str, Any]) -> bool:
    """Whether a filter changes the stem of a word. The possessive 's is no stem."""
    kind = settings["type"]
    if settings.get("language") == "possessive_english":
        return False
    return kind in _STEMMING or kind.endswith("_stem")


def _protection(language: Language, prefix: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Filters that keep a stemmer from cues, from words that it would turn into a cue ("nos"), and from words that
    carry their negation at their end."""
    phrases = (*_all_forms(language), *_STEMMED_TO_CUES.get(language.code, ()))
    kept = {word for phrase in phrases for word in phrase.split()}
    words = sorted(kept | {_folded(word) for word in kept})
    stages: list[tuple[str, Mapping[str, Any]]] = [
        (f"{prefix}_cues", {"type": "keyword_marker", "keywords": words})
    ]
    if endings := [affix.lstrip("-") for affix in language.affixes if affix.startswith("-")]:
        pattern = f".*(?:{'|'.join(endings)})"
        stages.append((f"{prefix}_affixes", {"type": "keyword_marker", "keywords_pattern": pattern}))
    return stages


def _stop(component: builtin.Component, language: Language) -> Mapping[str, Any]:
    words = component.settings.get("stopwords", ())
    known = stop_words(words) if isinstance(words, str) else tuple(words)
    if known is None:
        raise LookupError(f"{component.name}: no words for the stop list {words}")
    return {"type": "stop", "stopwords": without_cues(known, language)}


def _all_forms(language: Language) -> tuple[str, ...]:
    """The cues and clitics of a language, in lower case, without the apostrophe or hyphen of a clitic."""
    clitics = (clitic.rstrip("'-") for clitic in language.clitics)
    return tuple(dict.fromkeys((*language.all_cues, *clitics)))


def _short(name: str) -> str:
    """A documented name without the analyzer's: "english_stemmer" is "stemmer"."""
    return name.partition("_")[2] or name


_SAME_LETTERS = str.maketrans(
    {
        **dict.fromkeys("أإآٱ", "ا"),
        **dict.fromkeys("يىے", "ی"),
        **dict.fromkeys("ةۀە", "ه"),
        "ك": "ک",
        "ँ": "ं",
        **dict(zip("ईऊऐऔीूैौ", "इउएओिुेो", strict=True)),
        **dict.fromkeys("़्", ""),
        "\u200c": "",
        "\u0640": "",
    }
)
"""Letters that the engines' normalisers take for one: in Arabic, Persian, Sorani and Hindi; joiners."""


def _folded(word: str) -> str:
    """A word without accents, in one letter of each set that normalisers take for the same."""
    decomposed = unicodedata.normalize("NFD", word.casefold())
    # European accents only: in Indian scripts and in Thai such marks are vowels.
    plain = "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", plain).translate(_SAME_LETTERS)
