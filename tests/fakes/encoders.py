"""Encoders whose vectors a test chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


class TableEncoder:
    """Looks vectors up, of queries and passages apart, so that a mix-up of the sides fails."""

    similarity = "cosine"
    normalize = False

    def __init__(
        self, queries: Mapping[str, list[float]], passages: Mapping[str, list[float]] | None = None
    ) -> None:
        self._queries, self._passages = queries, passages or {}
        self.dims = len(next(iter((queries or self._passages).values())))

    def encode_queries(self, texts: list[str]) -> Any:
        return np.asarray([self._queries[text] for text in texts], dtype=np.float32)

    def encode_passages(self, texts: list[str]) -> Any:
        return np.asarray([self._passages[text] for text in texts], dtype=np.float32)

    def meta(self) -> dict[str, Any]:
        return {"model": "table", "dims": self.dims}


def at(cosine: float) -> list[float]:
    """A unit vector with this cosine to [1, 0]."""
    return [cosine, float(np.sqrt(1 - cosine * cosine))]
