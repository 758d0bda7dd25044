"""An encoder without a model: each text has a vector of its own, the same every time."""

from __future__ import annotations

import hashlib
import math
from typing import Any

DIMS = 8


def vector(text: str) -> list[float]:
    """A vector of length 1 that depends on the text alone."""
    numbers = [byte / 255 - 0.5 for byte in hashlib.sha256(text.encode()).digest()[:DIMS]]
    length = math.hypot(*numbers)
    return [number / length for number in numbers]


class HashEncoder:
    """Encodes questions and passages alike."""

    name = "hash"
    dims = DIMS
    similarity = "cosine"
    normalize = True

    def encode_queries(self, texts: list[str]) -> list[list[float]]:
        return [vector(text) for text in texts]

    encode_passages = encode_queries

    def meta(self) -> dict[str, Any]:
        return {"model": "hash", "revision": "", "dims": DIMS}


def vector_field(engine: str) -> dict[str, Any]:
    """The mapping of a field for such vectors, on "opensearch" or "elasticsearch"."""
    if engine == "opensearch":
        method = {"name": "hnsw", "engine": "lucene", "space_type": "cosinesimil"}
        return {"type": "knn_vector", "dimension": DIMS, "method": method}
    return {"type": "dense_vector", "dims": DIMS, "similarity": "cosine", "index": True}
