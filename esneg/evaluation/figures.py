"""Makes figures out of observations: value, interval, and the text that n allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from esneg.evaluation.model import Figure
from esneg.evaluation.statistics.digits import rate_text, value_text
from esneg.evaluation.statistics.intervals import bootstrap_auroc, bootstrap_mean, wilson
from esneg.evaluation.statistics.separation import auroc

Better = Literal["more", "less", ""]


def rate(name: str, hits: Sequence[bool | int], *, better: Better = "") -> Figure:
    """The share of true values, with Wilson's interval."""
    n, count = len(hits), sum(map(bool, hits))
    if not n:
        return _nothing(name, "rate", better)
    low, high = wilson(count, n)
    return Figure(name, count / n, n, rate_text(count / n, n), low, high, "rate", better)


def mean(name: str, values: Sequence[float], *, better: Better = "") -> Figure:
    """The mean, with its bootstrap interval."""
    if not values:
        return _nothing(name, "mean", better)
    average = sum(values) / len(values)
    low, high = bootstrap_mean(values) or (None, None)
    return Figure(name, average, len(values), value_text(average, low, high), low, high, "mean", better)


def area(name: str, positives: Sequence[float], negatives: Sequence[float]) -> Figure:
    """The AUROC, with its bootstrap interval."""
    n = len(positives) + len(negatives)
    if not positives or not negatives:
        return _nothing(name, "auroc", "more")
    value = auroc(positives, negatives)
    low, high = bootstrap_auroc(positives, negatives) or (None, None)
    return Figure(name, value, n, value_text(value, low, high), low, high, "auroc", "more")


def number(name: str, value: float | None, n: int, *, text: str = "", better: Better = "") -> Figure:
    """A number without an interval of its own, such as a threshold or a quantile; two decimals."""
    if value is None:
        return Figure(name, None, n, text or "none", kind="value", better=better)
    return Figure(name, value, n, text or f"{value:.2f}", kind="value", better=better)


def _nothing(name: str, kind: Literal["rate", "mean", "auroc"], better: Better) -> Figure:
    return Figure(name, None, 0, "-", kind=kind, better=better)
