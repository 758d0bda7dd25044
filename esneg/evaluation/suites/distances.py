"""The vector distances that engines offer, on vectors as they are and with length 1, and which rank alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

Nearness = Callable[[Any, Any], Any]
"""(queries, candidates) to a matrix of numbers; more is nearer."""

DISTANCES: Mapping[str, Nearness] = {
    "cosine": lambda q, c: 1 - cdist(q, c, "cosine"),
    "dot product": lambda q, c: q @ c.T,
    "euclidean": lambda q, c: -cdist(q, c, "euclidean"),
    "manhattan": lambda q, c: -cdist(q, c, "cityblock"),
}
"""By the engines' names: cosine (cosinesimil), dot_product (innerproduct), l2_norm (l2), and OpenSearch's l1."""

TOLERANCE = 1e-6
"""Two candidates as near as this are tied: vectors come as float32, whose rounding is no ranking."""


def rank_alike(one: Any, other: Any) -> bool:
    """Whether two nearness matrices order the candidates of every query alike, up to ties within `TOLERANCE`."""
    for left, right in zip(one, other, strict=True):
        by_left, by_right = right[np.argsort(-left, kind="stable")], left[np.argsort(-right, kind="stable")]
        if (np.diff(by_left) > TOLERANCE).any() or (np.diff(by_right) > TOLERANCE).any():
            return False
    return True


def same_rankings(nearness: Mapping[str, Any]) -> list[list[str]]:
    """The names grouped by ranking, in order."""
    groups: list[list[str]] = []
    for name, matrix in nearness.items():
        for group in groups:
            if rank_alike(nearness[group[0]], matrix):
                group.append(name)
                break
        else:
            groups.append([name])
    return groups


def has_unit_length(vectors: Any) -> bool:
    """Whether all vectors have length 1 already."""
    return bool(np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4))


def columns(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Positions of the wanted names."""
    place = {name: at for at, name in enumerate(names)}
    return [place[each] for each in wanted]
