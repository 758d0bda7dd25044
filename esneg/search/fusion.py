"""Reciprocal rank fusion (RRF): several rankings of the same documents become one.

Formula: G. V. Cormack, C. L. A. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual
rank learning methods", SIGIR 2009: a document's score is the sum over the rankings of ``1 / (rank_constant + rank)``,
ranks counted from 1; a ranking that lacks the document adds nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from esneg.errors import UsageError

_FLOAT32_NOISE = 2**-22
"""Two units in the last place of a float32."""

LARGEST_WINDOW = 10_000
"""What both engines allow unless an index raises ``index.max_result_window``."""

LARGEST_RANK_CONSTANT = 10_000
"""OpenSearch's limit; far beyond it, all ranks weigh the same."""


@dataclass(frozen=True)
class Rrf:
    """How legs are fused.

    Attributes:
        rank_constant: dampens the first ranks; 60 in the paper and in both engines.
        weights: how much each leg counts, in the order of the legs; only their ratio matters, for they are divided by
            their sum. Without them every leg counts 1.
        window: how many hits of each leg take part (on OpenSearch: of each leg on each shard). It is fixed for all
            pages, since scores change with it.

    Raises:
        UsageError: a value that the engines would refuse or, worse, misread.
    """

    rank_constant: int = 60
    weights: tuple[float, ...] | None = None
    window: int = 100

    def __post_init__(self) -> None:
        _check_whole("rank_constant", self.rank_constant, LARGEST_RANK_CONSTANT)
        _check_whole("window", self.window, LARGEST_WINDOW)
        if self.weights is None:
            return
        object.__setattr__(self, "weights", tuple(float(weight) for weight in self.weights))
        if not all(math.isfinite(weight) and weight >= 0 for weight in self.weights) or not sum(self.weights):
            raise UsageError(
                f"the weights {_listed(self.weights)} cannot be used",
                remedy="give each leg a number of 0 or more, and at least one of them more than 0",
            )

    def leg_weights(self, legs: int) -> tuple[float, ...] | None:
        """The weights, divided by their sum so that both engines take them; None when no leg is weighted.

        Raises:
            UsageError: there are not as many weights as legs. (OpenSearch would notice at search time only.)
        """
        if self.weights is None:
            return None
        if len(self.weights) != legs:
            raise UsageError(
                f"{len(self.weights)} weights are given for {legs} legs", remedy="give one weight a leg"
            )
        total = sum(self.weights)
        return tuple(weight / total for weight in self.weights)

    def fuse(self, rankings: Sequence[Sequence[str]], limit: int | None = None) -> list[tuple[str, float]]:
        """Fuses rankings, and returns ``(id, score)`` best first; equal scores go by id.

        Args:
            rankings: the ids that each leg found, best first; what lies past the window is left out.
            limit: how many are wanted; None for all.
        """
        weights = self.leg_weights(len(rankings)) or (1.0,) * len(rankings)
        scores: dict[str, float] = {}
        for weight, ranking in zip(weights, rankings, strict=True):
            for rank, identifier in enumerate(ranking[: self.window], 1):
                scores[identifier] = scores.get(identifier, 0.0) + weight / (self.rank_constant + rank)
        return best_first(scores, limit)


def best_first(scores: Mapping[str, float], limit: int | None = None) -> list[tuple[str, float]]:
    """``(id, score)`` by falling score, and by id where scores tie (`tied_groups`): the first ``limit``, or all."""
    ordered: list[tuple[str, float]] = []
    for group in tied_groups(scores):
        ordered += sorted(group)
        if limit is not None and len(ordered) >= limit:
            break
    return ordered[:limit]


def tied_groups(scores: Mapping[str, float]) -> Iterator[list[tuple[str, float]]]:
    """``(id, score)`` by falling score, in groups of which each score ties (`tied`) with the one before it."""
    group: list[tuple[str, float]] = []
    for each in sorted(scores.items(), key=itemgetter(1), reverse=True):
        if group and not tied(group[-1][1], each[1]):
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def tied(one: float, other: float) -> bool:
    """Whether two scores are one to the engines, which add float32 numbers, in an order of their own."""
    return math.isclose(one, other, rel_tol=_FLOAT32_NOISE)


def _check_whole(name: str, value: int, largest: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= largest:
        raise UsageError(f"{name} must be a whole number from 1 to {largest}, not {value!r}")


def _listed(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)
