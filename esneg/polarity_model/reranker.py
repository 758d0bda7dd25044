"""The packaged re-ranker: an order of relevance, with near-twins and versions of one text settled by what they say.

The order is that of the search, or of any re-ranker that judges relevance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from esneg.errors import UsageError
from esneg.polarity_model.model import Judgement, PolarityModel
from esneg.polarity_model.twins import Point, agreement, asks, language_of, points
from esneg.polarity_model.versions import differing, evidence, groups_of_versions
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import Reranker, Scores
from esneg.search.rerank.base import order as by_score


@dataclass(frozen=True)
class TwinRule:
    """When two passages change places; docs/model-card.md shows what other numbers give and cost.

    Attributes:
        depth: how many of the first passages are looked at.
        coverage: the share of the question, by weight, that a passage's best sentence must match to have a say.
        agreement: how far two passages must match the same words of the question to be twins.
        opposite: the probability of "opposite" from which a passage gives way ...
        same: ... to a twin behind it whose probability of "same" is at least this ...
        margin: ... and whose rank score is higher by at least this.
        overlap: the share of words from which passages are versions of one text (`esneg.polarity_model.versions`),
            whose order among themselves is the model's alone.
    """

    depth: int = 10
    coverage: float = 0.1
    agreement: float = 0.2
    opposite: float = 0.3
    same: float = 0.35
    margin: float = 3.0
    overlap: float = 0.6

    def __post_init__(self) -> None:
        if self.depth < 2:
            raise UsageError(f"twins need a depth of at least 2, not {self.depth}")
        if not 0 < self.overlap <= 1:
            raise UsageError(f"the overlap of versions is more than 0 and at most 1, not {self.overlap:g}")

    def order(self, found: Sequence[Point], judged: Sequence[Judgement | None]) -> list[int]:
        """The positions of the passages in their new order.

        A passage that says the opposite changes places with the highest-ranking twin behind it that says the same,
        and may do so again from its new place; every other passage stays where it is.

        Args:
            found: the point of each passage, in order of relevance.
            judged: what the model says of each; None for passages that have no say.
        """
        order = list(range(len(found)))
        for place, here in enumerate(order):
            own = judged[here]
            if own is None or own.opposite < self.opposite:
                continue
            rivals = [
                (other.rank, -later)
                for later in range(place + 1, len(order))
                if (other := judged[order[later]]) is not None
                and other.same >= self.same
                and other.rank - own.rank >= self.margin
                and agreement(found[here], found[order[later]]) >= self.agreement
            ]
            if rivals:
                later = -max(rivals)[1]
                order[place], order[later] = order[later], here
        return order


class Judge(Protocol):
    """What the re-ranker asks of a model; `PolarityModel` is one."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Judgement]:
        """What the model says of each (question, sentence)."""


class TwinReranker(Reranker):
    """Keeps the order that it is given, but for near-twins and versions of one text, which the model settles.

    Args:
        model: gives polarities; by default the packaged one.
        rule: decides.
        over: a re-ranker whose order is taken instead of the search's. It judges relevance; this one, what twins and
            versions say.
    """

    def __init__(
        self, model: Judge | None = None, rule: TwinRule | None = None, *, over: Reranker | None = None
    ) -> None:
        self._model: Judge = model or PolarityModel.packaged()
        self._rule = rule or TwinRule()
        self._over = over
        self.reads = None if over else self._rule.depth

    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        """Scores that say the new order: those of the re-ranker below, passed on to whoever takes the place; without
        one, 1 for the first and less for the next, since how relevant a passage is, the search has said already."""
        below = self._over.score(question, passages, deadline) if self._over else None
        given = by_score(below.scores) if below else list(range(len(passages)))
        ladder = (
            [below.scores[at] for at in given] if below else [1 / (1 + rank) for rank in range(len(given))]
        )
        # Passages without a score stand at the end, and no twin is moved there.
        head = [at for at, score in zip(given, ladder, strict=True) if not math.isnan(score)][
            : self._rule.depth
        ]
        order = [head[at] for at in self._order(question, [passages[at] for at in head], deadline)] + given[
            len(head) :
        ]
        scores = [0.0] * len(passages)
        for at, score in zip(order, ladder, strict=True):
            scores[at] = score
        return Scores(scores, below.truncated if below else 0)

    def _order(self, question: str, passages: Sequence[str], deadline: Deadline) -> list[int]:
        language = language_of(question)
        if language is None or len(passages) < 2 or not asks(question, language):
            return list(range(len(passages)))
        order = self._by_twins(question, passages, language)
        return order if deadline.passed else self._by_versions(question, passages, language, order)

    def _by_twins(self, question: str, passages: Sequence[str], language: str) -> list[int]:
        found = points(question, passages, language)
        has_say = [at for at, point in enumerate(found) if point.coverage >= self._rule.coverage]
        if len(has_say) < 2:
            return list(range(len(passages)))
        judged: list[Judgement | None] = [None] * len(passages)
        answers = self._model.judge([(question, found[at].sentence) for at in has_say])
        for at, each in zip(has_say, answers, strict=True):
            judged[at] = each
        return self._rule.order(found, judged)

    def _by_versions(
        self, question: str, passages: Sequence[str], language: str, order: list[int]
    ) -> list[int]:
        """The versions of one text among the places that they hold, by the evidence for each."""
        groups = groups_of_versions(question, passages, language, self._rule.overlap)
        wholes = [[passages[at] for at in group] for group in groups]
        readings = [list(zip(whole, differing(whole), strict=True)) for whole in wholes]
        # Equal texts are read once: in batches of other widths they would differ in the last digits.
        texts = list(dict.fromkeys(text for each in readings for pair in each for text in pair))
        if not texts:
            return order
        judged = self._model.judge([(question, text) for text in texts])
        found = {text: evidence(each) for text, each in zip(texts, judged, strict=True)}
        for group, pairs in zip(groups, readings, strict=True):
            score = {at: sum(found[text] for text in pair) for at, pair in zip(group, pairs, strict=True)}
            places = sorted(order.index(at) for at in group)
            # Sorting is stable: equal evidence changes nothing.
            best_first = sorted((order[place] for place in places), key=lambda at: -score[at])
            for place, at in zip(places, best_first, strict=True):
                order[place] = at
        return order


def reranker(over: Reranker | None = None) -> Reranker:
    """What ``--reranker packaged`` and ``--opposites settle`` load (`esneg.search.rerank.registry`)."""
    return TwinReranker(over=over)
