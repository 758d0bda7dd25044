"""An analysis that keeps every negation cue, made of built-in components only, so that managed clusters take it.

What it does that a stock analyzer does not: contractions are brought to their full form before the text is cut
into tokens ("doesn't", "doesn’t" and "does not" become one), there is no stop list, and the stemmer leaves the
cues alone.
"""

from __future__ import annotations

from typing import Any

from esneg.negation import Language

_APOSTROPHES = ("\u2019", "\u2018", "\u02bc", "\uff07", "\u00b4", "`")
"""Characters that people and word processors write for an apostrophe."""


def analyzer_name(language: Language) -> str:
    """The name of the analyzer that `keeping_analysis` defines."""
    return f"esneg_{language.code}"


def keeping_analysis(language: Language) -> dict[str, Any]:
    """The ``settings.analysis`` of an index whose analyzer keeps the cues of a language.

    Only English has a stemmer of its own here.
    """
    prefix = analyzer_name(language)
    char_filters: dict[str, Any] = {
        f"{prefix}_apostrophes": {
            "type": "mapping",
            "mappings": [f"{_escaped(mark)} => '" for mark in _APOSTROPHES],
        }
    }
    if language.contractions:
        char_filters[f"{prefix}_contractions"] = {"type": "mapping", "mappings": _contractions(language)}
    filters: dict[str, Any] = {
        f"{prefix}_possessive": {"type": "stemmer", "language": "possessive_english"},
        f"{prefix}_cues": {"type": "keyword_marker", "keywords": sorted(language.all_cues)},
        f"{prefix}_stemmer": {"type": "stemmer", "language": "english"},
    }
    return {
        "char_filter": char_filters,
        "filter": filters,
        "analyzer": {
            prefix: {
                "type": "custom",
                "char_filter": list(char_filters),
                "tokenizer": "standard",
                "filter": [
                    f"{prefix}_possessive",
                    "lowercase",
                    f"{prefix}_cues",
                    f"{prefix}_stemmer",
                ],
            }
        },
    }


def _contractions(language: Language) -> list[str]:
    """Rules for each contraction as it stands in a sentence, at its start, and in capitals."""
    rules = []
    for short, full in language.contractions.items():
        for written, expanded in (
            (short, full),
            (short.capitalize(), full.capitalize()),
            (short.upper(), full.upper()),
        ):
            rules.append(f"{written} => {expanded}")
    return list(dict.fromkeys(rules))


def _escaped(character: str) -> str:
    return f"\\u{ord(character):04X}"
