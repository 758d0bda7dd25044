"""No figure is written to more digits than its sample size allows."""

from __future__ import annotations

from math import floor, log10


def rate_text(value: float, n: int) -> str:
    """A rate as a percentage: whole percents below n = 1000, one decimal from there, two from 10,000.

    One more item moves a rate by 1/n, so that decimals beyond that say nothing.
    """
    decimals = max(0, floor(log10(n)) - 2) if n else 0
    return f"{100 * value:.{decimals}f} %"


def value_text(value: float, low: float | None, high: float | None) -> str:
    """A mean or AUROC, to the place of the first digit of its interval's half width; 2 decimals without an interval.

    Never more than 3 decimals: nothing measured on some hundred sentences is that sharp.
    """
    if low is None or high is None or high <= low:
        return f"{value:.2f}"
    decimals = min(3, max(0, -floor(log10((high - low) / 2))))
    return f"{value:.{decimals}f}"


def p_text(p: float) -> str:
    """A p value: two digits, and "< 0.001" below that."""
    if p < 0.001:
        return "< 0.001"
    return f"{p:.3f}" if p < 0.1 else f"{p:.2f}"
