"""What a sentence denies: its cues, how far each reaches, and whether it negates at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from esneg.negation.language import Language
from esneg.negation.registry import load
from esneg.negation.scope import reach
from esneg.negation.scope.cues import Cue, find
from esneg.negation.scope.grammar import Grammar, grammar
from esneg.negation.scope.questions import affirmative_in_meaning
from esneg.negation.scope.words import Word, split

Polarity = Literal["affirmative", "negative"]
Reason = Literal["", "pseudo", "double", "question"]

_CONCORD = ("clausal", "clitic", "determiner", "adverb", "quantifier", "conjunction")
_ONLY_RIGHT = ("affixal", "exclusion", "prefix", "preposition")
_DENIABLE = ("lexical", "affixal", "preposition", "prefix")
_QUESTION_MARKS = "?\uff1f\u061f\u037e\u055e"


@dataclass(frozen=True)
class Span:
    """A piece of the sentence: ``text`` as it was written, from character ``start`` to before ``end``."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Negation:
    """One negation.

    Attributes:
        cue: the cue's words; several, in order, when they negate together ("ne", "pas").
        kind: a kind of `Language.cues`, or "clitic", "lexical" (excludes), "affixal" (unpaid), "exclusion"
            (other than), "pseudo" (not only).
        scope: what is denied, without the cue, in order; function words at its ends are left out, and so is the
            phrase that a question asks for ("Which plan"). Empty for a pseudo-negation.
        words: the content words of the scope, in lower case; of "unpaid", the word that it denies, "paid".
        focus: those of ``words`` that the negation bears on most: the ones behind the cue, or, when there are none,
            the ones before it.
        polarity: "negative" when it negates; "affirmative" when it does so in form only.
        reason: why it is affirmative: "pseudo" (not only), "double" (not without), "question" (Isn't it?).
    """

    cue: tuple[Span, ...]
    kind: str
    scope: tuple[Span, ...]
    words: tuple[str, ...]
    focus: tuple[str, ...]
    polarity: Polarity
    reason: Reason = ""


@dataclass(frozen=True)
class Reading:
    """A sentence and its negations.

    Attributes:
        text: the sentence.
        language: its language's code.
        negations: in the order of their cues.
        content: the content words of the sentence, cues not among them, in lower case, in order, each once.
        asked: those of them in the phrase that a question asks for ("Which dental plan").
    """

    text: str
    language: str
    negations: tuple[Negation, ...]
    content: tuple[str, ...]
    asked: tuple[str, ...] = ()

    @property
    def polarity(self) -> Polarity:
        """ "negative" when at least one negation is."""
        return "negative" if any(n.polarity == "negative" for n in self.negations) else "affirmative"

    @property
    def denied(self) -> tuple[str, ...]:
        """The content words in the scope of a live negation, each once."""
        return tuple(dict.fromkeys(w for n in self.negations if n.polarity == "negative" for w in n.words))


def analyze(text: str, language: str, *, may_ask: bool = True) -> Reading:
    """Reads a question or a sentence.

    Args:
        text: one sentence, or a few.
        language: a code of `esneg.negation.available`.
        may_ask: whether it may be a question; if not, no negation is taken for one in form only ("Isn't it?").

    Raises:
        UsageError: esneg has no data for the language.
    """
    data, rules = load(language), grammar(language)
    words = split(text, data)
    cues = find(words, language)
    reader = _Reader(text, words, cues, data, rules, may_ask)
    negations = tuple(reader.negations())
    asked = reader.content(reach.asked(words, rules))
    return Reading(text, language, negations, reader.content(range(len(words))), asked)


class _Reader:
    def __init__(
        self,
        text: str,
        words: Sequence[Word],
        cues: Sequence[Cue],
        language: Language,
        rules: Grammar,
        may_ask: bool,
    ) -> None:
        self.text, self.words, self.cues, self.language, self.rules = text, words, cues, language, rules
        self.may_ask = may_ask
        self.asked = any(mark in text for mark in _QUESTION_MARKS)
        self.cue_words = {at for cue in cues for at in range(cue.first, cue.end) if cue.kind != "pseudo"}

    def negations(self) -> list[Negation]:
        found: list[Negation] = []
        at = 0
        while at < len(self.cues):
            cue = self.cues[at]
            at += 1
            if cue.kind == "pseudo":
                found.append(self._negation([cue], (), "pseudo"))
                continue
            together = [cue]
            end = reach.right(self.words, cue, self.cues, self.rules)
            if self.rules.concord and (cue.kind in _CONCORD or cue.kind in ("preposition", "exclusion")):
                while at < len(self.cues) and self.cues[at].first < end and self.cues[at].kind in _CONCORD:
                    together.append(self.cues[at])
                    at += 1
            if self.may_ask and self._asks(together):
                found.append(self._negation(together, self._reached(together, end), "question"))
                continue
            following = self.cues[at] if at < len(self.cues) else None
            if following and self._denies(together[-1], following, end):
                at += 1
                end = reach.right(self.words, following, self.cues, self.rules)
                numbers = self._reached([cue if following.kind == "lexical" else following], end)
                found.append(self._negation([*together, following], numbers, "double"))
                continue
            found.append(self._negation(together, self._reached(together, end), ""))
        return found

    def _asks(self, together: Sequence[Cue]) -> bool:
        return any(affirmative_in_meaning(self.words, each, self.asked, self.rules) for each in together)

    def content(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.words[at].text for at in numbers if self._is_content(at)))

    def _is_content(self, at: int) -> bool:
        return at not in self.cue_words and not self._is_function(at)

    def _is_function(self, at: int) -> bool:
        text = self.words[at].text
        return text in self.rules.function_words or text in self.rules.auxiliaries

    def _denies(self, cue: Cue, following: Cue, end: int) -> bool:
        """Whether one cue denies the next: "not without", "never fails", "no exclusions"."""
        if cue.kind in ("affixal", "lexical", "exclusion") or following.kind not in _DENIABLE:
            return False
        return following.first < end and all(self._is_function(at) for at in range(cue.end, following.first))

    def _reached(self, together: Sequence[Cue], end: int) -> tuple[int, ...]:
        first = self._left(together[0], end)
        return tuple(at for at in range(first, end) if at not in self.cue_words)

    def _left(self, cue: Cue, end: int) -> int:
        if cue.kind in _ONLY_RIGHT or (cue.kind == "conjunction" and self._goes_on(cue)):
            return cue.first
        if cue.kind == "lexical" and self._has_content(cue.end, end) and not self._is_passive(cue):
            return cue.first
        return reach.left(self.words, cue, self.cues, self.rules)

    def _has_content(self, first: int, end: int) -> bool:
        return any(self._is_content(at) for at in range(first, end))

    def _goes_on(self, conjunction: Cue) -> bool:
        """Whether it is the "nor" of a "neither"."""
        return any(cue.first < conjunction.first and cue.kind in _CONCORD for cue in self.cues)

    def _is_passive(self, cue: Cue) -> bool:
        return cue.first > 0 and self.words[cue.first - 1].text in self.rules.auxiliaries

    def _negation(self, cues: Sequence[Cue], numbers: Sequence[int], reason: Reason) -> Negation:
        scope, words = tuple(self._spans(numbers)), self.content(numbers)
        behind = self.content(at for at in numbers if at >= cues[0].end)
        focus = words if self.rules.clause_wide else behind or words
        if cues[-1].kind == "affixal":
            scope = (self._denied_by_affix(cues[-1]),)
            words = focus = (scope[0].text.lower(),)
        return Negation(
            cue=tuple(self._span(cue.first, cue.end) for cue in cues),
            kind=cues[0].kind,
            scope=scope,
            words=words,
            focus=focus,
            polarity="affirmative" if reason else "negative",
            reason=reason,
        )

    def _denied_by_affix(self, cue: Cue) -> Span:
        word = self.words[cue.first]
        base = self.rules.affixal[word.text]
        start = word.start + word.text.index(base)
        return Span(self.text[start : start + len(base)], start, start + len(base))

    def _span(self, first: int, end: int) -> Span:
        start, until = self.words[first].start, self.words[end - 1].end
        return Span(self.text[start:until], start, until)

    def _spans(self, numbers: Sequence[int]) -> list[Span]:
        """Runs of words that follow one another, without the function words at their ends."""
        runs: list[list[int]] = []
        for at in numbers:
            if runs and runs[-1][-1] == at - 1:
                runs[-1].append(at)
            else:
                runs.append([at])
        spans = []
        for run in runs:
            while run and self._is_function(run[0]):
                run.pop(0)
            while run and self._is_function(run[-1]):
                run.pop()
            if run:
                spans.append(self._span(run[0], run[-1] + 1))
        return spans
