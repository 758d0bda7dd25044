"""The texts that probe an analysis, gathered so that one request a side answers for all rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from esneg.negation import Language, MinimalPair, load

CURLY = "\u2019"
"""The typographic apostrophe, which word processors and phones write."""

_CONTRACTIONS = 4
"""Contractions of a language to probe: an analyzer treats all of them alike, or fails on the commonest."""


@dataclass(frozen=True)
class ContractionForms:
    """One contraction as people write it: with either apostrophe, and in full."""

    straight: str
    curly: str
    full: str


@dataclass(frozen=True)
class CueForms:
    """One cue in lower case, at the start of a sentence, and in capitals."""

    lower: str
    capital: str
    upper: str


@dataclass(frozen=True)
class LanguageTexts:
    """What probes for one language.

    Attributes:
        pairs: the minimal pairs.
        contractions: contracted cues in all their forms.
        cues: single-word cues in all their cases; empty for scripts without case.
        lookalikes: cue to words of another meaning that a stemmer may make the same of.
    """

    code: str
    pairs: tuple[MinimalPair, ...]
    contractions: tuple[ContractionForms, ...]
    cues: tuple[CueForms, ...]
    lookalikes: tuple[tuple[str, tuple[str, ...]], ...]

    def texts(self) -> Iterator[str]:
        """Every text once or more."""
        for pair in self.pairs:
            yield pair.affirmative
            yield pair.negated
        for forms in self.contractions:
            yield from (forms.straight, forms.curly, forms.full)
        for cue in self.cues:
            yield from (cue.lower, cue.capital, cue.upper)
        for word, others in self.lookalikes:
            yield word
            yield from others


@cache
def texts_of(code: str) -> LanguageTexts:
    """The probe texts of a language."""
    language = load(code)
    return LanguageTexts(
        code,
        language.minimal_pairs,
        _contractions(language),
        _cases(language),
        tuple(language.lookalikes.items()),
    )


def all_texts(languages: Sequence[str]) -> list[str]:
    """The texts of several languages, each once, in a fixed order."""
    return list(dict.fromkeys(text for code in languages for text in texts_of(code).texts()))


def _contractions(language: Language) -> tuple[ContractionForms, ...]:
    with_apostrophe = [(short, full) for short, full in language.contractions.items() if "'" in short]
    common = {"don't": 0, "doesn't": 1, "isn't": 2, "can't": 3}
    with_apostrophe.sort(key=lambda item: common.get(item[0], len(common)))
    return tuple(
        ContractionForms(short, short.replace("'", CURLY), full)
        for short, full in with_apostrophe[:_CONTRACTIONS]
    )


def _cases(language: Language) -> tuple[CueForms, ...]:
    if not language.spaces:
        return ()
    words = [cue for cue in language.all_cues if " " not in cue and cue.upper() != cue]
    return tuple(CueForms(word, word.capitalize(), word.upper()) for word in words)
