"""What a question's negations come to in a query: which words are matched, rewarded near a marker, demoted there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from esneg.negation.scope import Reading, Span, analyze, grammar
from esneg.search.polarity.clauses import near_marker
from esneg.search.polarity.weights import Weights

Effect = Literal["reward", "demote"]


@dataclass(frozen=True)
class Clause:
    """One clause of the query.

    Attributes:
        word: the content word of the question.
        effect: "reward" raises a passage's score, "demote" lowers it.
        weight: what the score is multiplied by: above 1 for a reward, below 1 for a demotion.
        query: matches the passages in which the word stands near a negation.
    """

    word: str
    effect: Effect
    weight: float
    query: Mapping[str, Any]


@dataclass(frozen=True)
class Plan:
    """A question, read.

    Attributes:
        reading: the question with its cues and their scopes.
        text: what the passages are matched with: the question without the cues that do not negate ("Isn't ...?").
        clauses: what is made of its scopes, in the order of the words.
    """

    reading: Reading
    text: str
    clauses: tuple[Clause, ...]


def plan(question: str, field: str, language: str, weights: Weights) -> Plan:
    """Reads a question.

    Words in the scope of a cue are rewarded near a marker. A question without a cue is demoted there; a word like
    "unpaid" in it denies "paid" alone, and leaves the rest of the question affirmative.

    Raises:
        UsageError: esneg has no data for the language.
    """
    reading = analyze(question, language)
    live = [negation for negation in reading.negations if negation.polarity == "negative"]
    affixal = _once(word for negation in live if negation.kind == "affixal" for word in negation.words)
    denied = _once(word for negation in live if negation.kind != "affixal" for word in negation.words)

    emphasis = {word: _emphasis(word, reading) for word in reading.content}

    def clauses(words: tuple[str, ...], effect: Effect, whole: float, by_affix: bool) -> list[Clause]:
        used = words[: weights.most_words]
        total = sum(emphasis.get(word, 1.0) for word in used)
        return [
            Clause(
                word,
                effect,
                _share(effect, whole, emphasis.get(word, 1.0) / total),
                near_marker(field, word, weights.reach, by_affix=by_affix),
            )
            for word in used
        ]

    by_affix = not affixal
    made = clauses(denied, "reward", weights.reward, by_affix)
    made += clauses(affixal, "reward", weights.reward / 4, by_affix=False)
    if not any(negation.kind != "affixal" for negation in live):
        made += clauses(reading.content, "demote", weights.demotion, by_affix)
    return Plan(reading, _without_idle_cues(reading), tuple(made))


_LIGHT = 0.25


def _emphasis(word: str, reading: Reading) -> float:
    """How much a word tells one negated clause from another: "covers" and the "plan" of "Which plan" tell little."""
    return _LIGHT if word in reading.asked or word in grammar(reading.language).verbs else 1.0


def _share(effect: Effect, whole: float, part: float) -> float:
    return float((1 + whole if effect == "reward" else 1 - whole) ** part)


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _without_idle_cues(reading: Reading) -> str:
    """The question without cues that negate in form only: their markers would match passages that negate."""
    idle: list[Span] = [
        span
        for negation in reading.negations
        if negation.reason in ("double", "question")
        for span in negation.cue
    ]
    text = reading.text
    for span in sorted(idle, key=lambda span: -span.start):
        text = f"{text[: span.start]} {text[span.end :]}"
    return " ".join(text.split()) or reading.text
