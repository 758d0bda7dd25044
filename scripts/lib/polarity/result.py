"""One figure with its n and interval."""

from __future__ import annotations

from dataclasses import dataclass

from esneg.evaluation.statistics.intervals import bootstrap_auroc, bootstrap_mean, wilson
from esneg.evaluation.statistics.separation import auroc


@dataclass(frozen=True)
class Figure:
    """A rate or a mean; ``low`` and ``high`` bound its 95 % interval."""

    test: str
    what: str
    value: float
    n: int
    low: float
    high: float

    def line(self) -> str:
        """One line for a person."""
        return f"{self.test:<18} {self.what:<58} {self.value:6.3f}  n={self.n:<5} [{self.low:.3f}, {self.high:.3f}]"


def rate(test: str, what: str, hits: int, n: int) -> Figure:
    """A share, with Wilson's interval."""
    low, high = wilson(hits, n)
    return Figure(test, what, hits / n, n, low, high)


def mean(test: str, what: str, values: list[float]) -> Figure:
    """A mean, with a bootstrap interval."""
    bounds = bootstrap_mean(values)
    low, high = bounds or (float("nan"), float("nan"))
    return Figure(test, what, sum(values) / len(values), len(values), low, high)


def separation(test: str, what: str, good: list[float], bad: list[float]) -> Figure:
    """The chance that one of the good scores above one of the bad (AUROC), with a bootstrap interval."""
    low, high = bootstrap_auroc(good, bad) or (float("nan"), float("nan"))
    return Figure(test, what, auroc(good, bad), len(good) + len(bad), low, high)
