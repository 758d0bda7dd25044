"""An encoder without a model: the vector of a text is made of its hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any


@dataclass
class StubEncoder:
    """Vectors of four numbers; equal texts have equal vectors. A text in ``special`` has the vector given there."""

    dims: int = 4
    similarity: str = "cosine"
    normalize: bool = False
    name: str = "stub"
    special: dict[str, list[float]] = field(default_factory=dict)

    def encode_queries(self, texts: list[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def encode_passages(self, texts: list[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def meta(self) -> dict[str, Any]:
        return {
            "model": self.name,
            "revision": "1",
            "dims": self.dims,
            "pooling": "mean",
            "normalize": self.normalize,
        }

    def _vector(self, text: str) -> list[float]:
        if text in self.special:
            return self.special[text]
        digest = hashlib.sha256(text.encode()).digest()
        return [1 + byte / 256 for byte in digest[: self.dims]]


def open_stub() -> StubEncoder:
    """Opens one, also in a worker process."""
    return StubEncoder()
