"""A text's negations as the guard takes them: words that deny by themselves, and negations that bear on words.

Scope detection (`esneg.negation.scope`) knows "excluded" and "unpaid" as negations. For comparing two texts they are
better words: "excluded" beside "covered" is a pair of antonyms, "not excluded" a word with a negation on it, and what
two turns make of a text falls out of counting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from esneg.guard.lists import lists
from esneg.guard.verdict import Kind
from esneg.negation import load
from esneg.negation.scope import Negation, analyze, grammar
from esneg.polarity_model.words import plain, stem


@dataclass(frozen=True)
class Live:
    """A negation that negates: its cue as written, the stems that it bears on, and all that it reaches."""

    cue: str
    focus: frozenset[str]
    reached: frozenset[str]


@dataclass(frozen=True)
class Denials:
    """What denies in a text.

    Attributes:
        inside: words of the text that deny by themselves.
        denying: their stems, but for ambiguous ones and those with a base.
        bases: stem of a word with a negative affix -> stem of the word that it denies (unpaid -> paid).
        live: the other negations.
        cue_words: their words, which are no content.
        hollow: phrases that hold a cue and may negate nothing ("not only"), in lower case.
    """

    inside: frozenset[str] = frozenset()
    denying: frozenset[str] = frozenset()
    bases: tuple[tuple[str, str], ...] = ()
    live: tuple[Live, ...] = ()
    cue_words: frozenset[str] = frozenset()
    hollow: tuple[str, ...] = ()


_NONE = Denials()


def denials(text: str, words: Sequence[str], language: str, kind: Kind | None = None) -> Denials:
    """Reads a text's negations.

    Args:
        text: a sentence or a few.
        words: its tokens (`esneg.polarity_model.words.tokens`).
        language: a code of `esneg.negation.available`.
        kind: of the text; None: found out from it.
    """
    return _Reader(text, words, language, kind).denials() if _may_negate(words, language) else _NONE


class _Reader:
    def __init__(self, text: str, words: Sequence[str], language: str, kind: Kind | None) -> None:
        self.text, self.words, self.language, self.kind = text, words, language, kind
        self.rules = grammar(language)
        self.lexical = frozenset(load(language).lexical_negatives)
        self.inside: set[str] = set()
        self.denying: set[str] = set()
        self.bases: dict[str, str] = {}
        self.live: list[Live] = []

    def denials(self) -> Denials:
        negations = analyze(self.text, self.language, may_ask=self._may_ask()).negations
        for negation in negations:
            if not (negation.kind == "prefix" and self._takes_prefixed(negation)):
                self._take(negation)
        cue_words = {word for n in negations for span in n.cue for word in plain(span.text).split()}
        return Denials(
            inside=frozenset(self.inside),
            denying=frozenset(self.denying),
            bases=tuple(self.bases.items()),
            live=tuple(self.live),
            cue_words=frozenset(cue_words - self.inside),
            hollow=tuple(plain(span.text) for n in negations if n.reason == "pseudo" for span in n.cue),
        )

    def _take(self, negation: Negation) -> None:
        if self._opens_a_question(negation):
            return
        word = plain(negation.cue[-1].text)
        denies = self._takes_word(word)
        if denies and len(negation.cue) == 1:
            return
        extra = [word] if denies else []
        # "Deckt der Plan keine Implantate?" may expect either answer; a guard takes the graver reading.
        grave = negation.reason == "question" and negation.kind == "determiner"
        if (negation.polarity == "negative" or grave or denies) and not self._compares(negation):
            self.live.append(
                Live(
                    cue=" ".join(span.text for span in negation.cue[: -1 if denies else None]),
                    focus=self._stems([*negation.focus, *extra]),
                    reached=self._stems([*negation.words, *extra]),
                )
            )

    def _may_ask(self) -> bool:
        """Whether a negation may be one in form only. Without a question mark word order tells, even where the caller
        says that it is a question: "No mostrar ..." and "Don't show ..." are orders. "Can't open it." states."""
        states = self.kind is None and "?" not in self.text and self.text.rstrip().endswith((".", "!"))
        return self.kind != "statement" and not states

    def _opens_a_question(self, negation: Negation) -> bool:
        """ "Can't I ...?", "Mustn't I ...?": a question in negative form only."""
        first = negation.cue[0]
        full = load(self.language).contractions.get(plain(first.text))
        if first.start or full is None or self.kind == "statement":
            return False
        return self.text.rstrip().endswith("?") or (self.kind == "question" and not full.startswith("do "))

    def _takes_word(self, word: str) -> bool:
        """Whether a cue is a word that denies by itself; notes it as one."""
        kind, base = _word_kind(word, self.language)
        if kind not in ("affixal", "lexical"):
            return False
        self.inside.add(word)
        key = stem(word, self.language)
        if kind == "affixal":
            self.bases[key] = stem(base, self.language)
        elif word in self.lexical and word not in self.rules.unmarked:
            self.denying.add(key)
        return True

    def _takes_prefixed(self, negation: Negation) -> bool:
        """Whether a prefix and a hyphen make one word of the text: "non-refundable"; notes it as one."""
        prefix = f"{plain(negation.cue[0].text)}-"
        joined = [word for word in self.words if word.startswith(prefix)]
        for word in joined:
            self.inside.add(word)
            self.bases[stem(word, self.language)] = stem(word.removeprefix(prefix), self.language)
        return bool(joined)

    def _compares(self, negation: Negation) -> bool:
        """Whether a cue compares: "menos de mil"."""
        cue = stem(plain(negation.cue[0].text), self.language)
        return negation.kind == "exclusion" and cue in known_opposites(self.language)

    def _stems(self, words: Sequence[str]) -> frozenset[str]:
        return frozenset(stem(word, self.language) for word in words)


@lru_cache(maxsize=2000)
def _word_kind(word: str, language: str) -> tuple[str, str]:
    """The kind of a cue that is one word, and the word that it denies when it is affixed; else two empty texts."""
    found = analyze(word, language).negations
    if len(found) != 1 or " " in word:
        return "", ""
    return found[0].kind, found[0].words[0] if found[0].words else word


@cache
def known_opposites(language: str) -> frozenset[str]:
    """Every stem that has an antonym."""
    return frozenset(word for pair in lists(language).antonyms for word in pair)


@cache
def _starts(language: str) -> frozenset[str]:
    """Words that a negation may begin with, so that texts without any need no reading."""
    data, rules = load(language), grammar(language)
    phrases = [*data.all_cues, *data.contractions, *data.lexical_negatives, *data.pseudo_negations]
    phrases += [*rules.affixal, *rules.exclusions, *rules.quantifiers, *rules.affirmed]
    return frozenset(part for phrase in phrases for part in re.split(r"[ \-]", phrase))


def _may_negate(words: Sequence[str], language: str) -> bool:
    data = load(language)
    if not data.spaces or data.clitics or data.affixes:
        return True
    starts = _starts(language)
    return any(
        word in starts or (("-" in word or "'" in word) and not starts.isdisjoint(re.split(r"[\-']", word)))
        for word in words
    )
