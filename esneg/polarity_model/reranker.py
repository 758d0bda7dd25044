"""The packaged re-ranker: the order of the search, with near-twins settled by what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from esneg.errors import UsageError
from esneg.polarity_model.labels import OPPOSITE, SAME
from esneg.polarity_model.model import PolarityModel
from esneg.polarity_model.twins import Point, agreement, language_of, points
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import Reranker, Scores


@dataclass(frozen=True)
class TwinRule:
    """When a passage gives way to a later one.

    Attributes:
        depth: how many of the first passages are looked at.
        coverage: the share of the question, by weight, that a passage's best sentence must match to have a say.
        agreement: how far two passages must match the same words of the question.
        opposite: the probability of "opposite" from which a passage gives way ...
        same: ... to a twin whose probability of "same" is at least this.
    """

    depth: int = 10
    coverage: float = 0.5
    agreement: float = 0.5
    opposite: float = 0.6
    same: float = 0.6

    def __post_init__(self) -> None:
        if self.depth < 2:
            raise UsageError(f"twins need a depth of at least 2, not {self.depth}")

    def order(self, found: Sequence[Point], polarities: Sequence[tuple[float, float, float]]) -> list[int]:
        """The positions of the passages in their new order.

        A passage that says the opposite changes places with the best twin behind it that says the same; every
        other passage stays where it is.

        Args:
            found: the point of each passage, in order of relevance.
            polarities: of each, the probabilities of same, unrelated and opposite.
        """
        order = list(range(len(found)))
        for place in range(len(order)):
            here = order[place]
            if polarities[here][OPPOSITE] < self.opposite or found[here].coverage < self.coverage:
                continue
            for later in range(place + 1, len(order)):
                other = order[later]
                if (
                    polarities[other][SAME] >= self.same
                    and found[other].coverage >= self.coverage
                    and agreement(found[here], found[other]) >= self.agreement
                ):
                    order[place], order[later] = other, here
                    break
        return order


class TwinReranker(Reranker):
    """Keeps the order that it is given, but for near-twins, which the model's polarity settles.

    Args:
        model: gives polarities; by default the packaged one.
        rule: decides.
    """

    def __init__(self, model: PolarityModel | None = None, rule: TwinRule | None = None) -> None:
        self._model = model or PolarityModel.packaged()
        self._rule = rule or TwinRule()

    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        """The scores only say the new order (the first gets 1, the next less): how relevant a passage is, the search
        has said already."""
        order = [*self._order(question, passages[: self._rule.depth])]
        order += range(len(order), len(passages))
        scores = [0.0] * len(passages)
        for rank, at in enumerate(order):
            scores[at] = 1 / (1 + rank)
        return Scores(scores)

    def _order(self, question: str, passages: Sequence[str]) -> list[int]:
        language = language_of(question)
        if language is None or len(passages) < 2:
            return list(range(len(passages)))
        found = points(question, passages, language)
        has_say = [at for at, point in enumerate(found) if point.coverage >= self._rule.coverage]
        if len(has_say) < 2:
            return list(range(len(passages)))
        judged = self._model.polarity([(question, found[at].sentence) for at in has_say])
        polarities = [(0.0, 1.0, 0.0)] * len(passages)
        for at, each in zip(has_say, judged, strict=True):
            polarities[at] = each
        return self._rule.order(found, polarities)


def reranker() -> Reranker:
    """What ``--reranker packaged`` loads (`esneg.search.rerank.registry`)."""
    return TwinReranker()
