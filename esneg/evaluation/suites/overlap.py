"""Pairs of two classes matched by how many words they share, so that word overlap cannot tell the classes apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

CALIPER = 0.05
"""The largest difference in overlap between two pairs that are matched."""


def overlap(first: str, second: str) -> float:
    """Jaccard's index of the two texts' words, in lower case: shared words over all words."""
    one, other = (set(re.findall(r"\w+", text.lower())) for text in (first, second))
    return len(one & other) / len(one | other) if one | other else 1.0


def matched(first: Sequence[float], second: Sequence[float]) -> list[tuple[int, int]]:
    """Positions of members of both classes with (nearly) the same overlap, each used once.

    The assignment with the smallest sum of differences (scipy's), less those wider than `CALIPER`.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    if not first or not second:
        return []
    gaps = np.abs(np.asarray(first)[:, None] - np.asarray(second)[None, :])
    # Whatever is wider costs the same, so that no good match is given up to narrow a hopeless one.
    rows, columns = linear_sum_assignment(np.minimum(gaps, 10 * CALIPER))
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(row, column) for row, column in pairs if gaps[row, column] <= CALIPER + 1e-12]
