"""What a re-ranker is, and how its scores become an order."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from esneg.errors import EsnegError
from esneg.search.deadline import Deadline
from esneg.search.once import Once

ScoreFunction = Callable[[str, Sequence[str]], Sequence[float]]
"""Any callable that gives each passage a score for a question; more is better."""


@dataclass(frozen=True)
class Scores:
    """What a re-ranker says.

    Attributes:
        scores: one number a passage, in their order; more is better. NaN where it has none.
        truncated: how many passages were cut, so that their end was not read.
    """

    scores: Sequence[float]
    truncated: int = 0


class Reranker(ABC):
    """Scores passages against a question.

    Attributes:
        reads: how many of the first passages may change places; None for all. No more are asked of the engine for
            its sake.
    """

    reads: int | None = None

    @abstractmethod
    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        """Scores each passage.

        Args:
            question: never cut.
            passages: in fused order; may be empty.
            deadline: when nobody waits for the scores any more. Whoever can stop in between, does.
        """


class CallableReranker(Reranker):
    """Any function as a re-ranker."""

    def __init__(self, function: ScoreFunction) -> None:
        self._function = function

    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        """See `Reranker.score`."""
        return Scores([float(score) for score in self._function(question, list(passages))])


class LazyReranker(Reranker):
    """A re-ranker that is loaded when it first scores, once.

    Args:
        load: loads it.
        reads: see `Reranker.reads`, since it is not loaded only to be asked.
    """

    def __init__(self, load: Callable[[], Reranker], reads: int | None = None) -> None:
        self._reranker = Once(load)
        self.reads = reads

    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        """See `Reranker.score`."""
        return self._reranker.get().score(question, passages, deadline)


def as_reranker(reranker: Reranker | ScoreFunction) -> Reranker:
    """A `Reranker`, made of a plain function where it is one."""
    return reranker if isinstance(reranker, Reranker) else CallableReranker(reranker)


class RerankingFailed(EsnegError):
    """A re-ranker that gave nothing usable, where ``strict`` asks to be told."""


def order(scores: Sequence[float]) -> list[int]:
    """Positions of passages by falling score; equal scores keep their order, and NaN goes to the end in its own."""
    return sorted(
        range(len(scores)),
        key=lambda at: (math.isnan(scores[at]), 0.0 if math.isnan(scores[at]) else -scores[at]),
    )
