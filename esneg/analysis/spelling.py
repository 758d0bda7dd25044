"""Brings the spellings of a negation to one form before the text is cut into tokens.

"doesn't", "doesn’t" and "does not" become "does not"; French "n'est" and "n’est" become "ne est". Built-in char
filters only: ``mapping``, and ``pattern_replace`` where a spelling needs the borders of its word.
"""

from __future__ import annotations

import re
from typing import Any

from esneg.negation import Language

APOSTROPHES = ("\u2019", "\u2018", "\u02bc", "\uff07", "\u00b4", "`")
"""Characters that people and word processors write for an apostrophe."""

_BEFORE, _AFTER = r"(?<![\p{L}\p{N}])", r"(?![\p{L}\p{N}])"
"""The borders of a word, for Java's regular expressions."""


def char_filters(language: Language, prefix: str) -> dict[str, Any]:
    """The char filters of a language, in the order in which they have to run; often there is none.

    Args:
        language: its contractions and clitics decide.
        prefix: what their names begin with.
    """
    found: dict[str, Any] = {}
    if any("'" in short for short in (*language.contractions, *language.clitics)):
        rules = [f"{_escaped(mark)} => '" for mark in APOSTROPHES]
        found[f"{prefix}_apostrophes"] = {"type": "mapping", "mappings": rules}
    if rules := _contractions(language):
        found[f"{prefix}_contractions"] = {"type": "mapping", "mappings": rules}
    for number, (pattern, replacement) in enumerate(_patterns(language), start=1):
        found[f"{prefix}_spelling_{number}"] = {
            "type": "pattern_replace",
            "pattern": pattern,
            "replacement": replacement,
        }
    return found


def _contractions(language: Language) -> list[str]:
    """Rules for each contraction with an apostrophe: as it stands in a sentence, at its start, and in capitals."""
    rules = []
    for short, full in language.contractions.items():
        if "'" in short:
            written = (short, short.capitalize(), short.upper())
            expanded = (full, full.capitalize(), full.upper())
            rules += [f"{before} => {after}" for before, after in zip(written, expanded, strict=True)]
    return list(dict.fromkeys(rules))


def _patterns(language: Language) -> list[tuple[str, str]]:
    """Patterns with their replacements: contractions that are letters alone, and clitics."""
    # A mapping knows no borders of words: "cant" would cut "cantaloupe".
    patterns = [
        (f"(?iu){_BEFORE}{_quoted(short)}{_AFTER}", full)
        for short, full in language.contractions.items()
        if "'" not in short
    ]
    for clitic in language.clitics:
        patterns.append((rf"(?iu){_BEFORE}{_quoted(clitic)}(?=\p{{L}})", f"{_full_form(clitic, language)} "))
    return patterns


def _full_form(clitic: str, language: Language) -> str:
    """The cue that a clitic is short for: French "n'" is "ne", Italian "senz'" is "senza"."""
    letters = clitic.rstrip("'-")
    if letters in language.all_cues:
        return letters
    return next((cue for cue in language.all_cues if cue.startswith(letters)), letters)


def _quoted(text: str) -> str:
    # Java reads a backslash before a space or a hyphen as Python does.
    return re.escape(text)


def _escaped(character: str) -> str:
    return f"\\u{ord(character):04X}"
