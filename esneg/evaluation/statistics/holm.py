"""Holm's correction for several tests at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values, in the order given (S. Holm, 1979; scipy has Benjamini's correction but not this one)."""
    count = len(p_values)
    adjusted = [0.0] * count
    reached = 0.0
    for rank, place in enumerate(sorted(range(count), key=lambda i: p_values[i])):
        reached = max(reached, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = reached
    return adjusted
