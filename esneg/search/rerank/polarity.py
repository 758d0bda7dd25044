"""The second layer of re-ranking: does a passage say what the question asks, or its opposite?

A `Polarity` gives evidence, a probability a passage. A `PolarityPolicy` decides what that does to the order. They
stay apart, so that the same model can serve a search that puts opposites last, and one that only marks them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from esneg.errors import UsageError
from esneg.search.once import Once


class Polarity(Protocol):
    """Tells what a passage does to a question."""

    def p_opposite(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """How likely each passage says the opposite of what is asked: 0 to 1, NaN where unknown; in their order."""


class LazyPolarity:
    """A polarity model that is loaded when it first judges, once."""

    def __init__(self, load: Callable[[], Polarity]) -> None:
        self._model = Once(load)

    def p_opposite(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """See `Polarity.p_opposite`."""
        return self._model.get().p_opposite(question, passages)


class PolarityPolicy(Protocol):
    """Makes an order out of evidence."""

    def order(self, p_opposite: Sequence[float]) -> list[int]:
        """The positions of the passages in their new order.

        Args:
            p_opposite: of each passage, in the order that relevance gave them; NaN where nothing is known.
        """


@dataclass(frozen=True)
class Demote:
    """Passages that probably say the opposite go behind all the others; within both groups the order stays.

    Attributes:
        threshold: what counts as probably; 0 to 1.
    """

    threshold: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"the threshold is a probability, from 0 to 1, not {self.threshold:g}")

    def order(self, p_opposite: Sequence[float]) -> list[int]:
        """See `PolarityPolicy.order`."""
        # NaN is less than nothing: what is not known stays where it is.
        return sorted(range(len(p_opposite)), key=lambda at: p_opposite[at] >= self.threshold)


@dataclass(frozen=True)
class MarkOnly:
    """Opposites are marked in the result (``Hit.p_opposite``), and stay where they are."""

    def order(self, p_opposite: Sequence[float]) -> list[int]:
        """See `PolarityPolicy.order`."""
        return list(range(len(p_opposite)))
