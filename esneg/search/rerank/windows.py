"""Cutting long passages into windows that a model can read whole."""

from __future__ import annotations

from collections.abc import Sequence

OVERLAP = 4
"""Neighbouring windows share a quarter of their tokens, so that no sentence is seen only in halves."""


def windows(offsets: Sequence[tuple[int, int]], budget: int, most: int) -> tuple[list[tuple[int, int]], bool]:
    """Covers a text with windows of at most ``budget`` tokens.

    Args:
        offsets: start and end of each token in the text, in order.
        budget: tokens that fit beside the question; at least 1.
        most: how many windows are made at most, from the beginning of the text.

    Returns:
        Start and end of each window in the text, and whether the end of the text is in none.
    """
    step = max(1, budget - budget // OVERLAP)
    spans: list[tuple[int, int]] = []
    start = 0
    while True:
        end = min(start + budget, len(offsets))
        spans.append((offsets[start][0], offsets[end - 1][1]))
        if end == len(offsets) or len(spans) == most:
            return spans, end < len(offsets)
        start += step


def batches(lengths: Sequence[int], size: int) -> list[list[int]]:
    """Positions in batches of texts of like length, the longest first: little is padded, and memory peaks early."""
    falling = sorted(range(len(lengths)), key=lambda at: -lengths[at])
    return [falling[start : start + size] for start in range(0, len(falling), size)]
