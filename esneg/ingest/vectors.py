"""Vectors as the bulk request has them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from esneg.ingest.fields import Unusable, to_json


def rows(vectors: Any) -> list[Sequence[float]]:
    """Vectors as rows of Python numbers, whether they come as an array or as rows already."""
    found: list[Sequence[float]] = vectors.tolist() if hasattr(vectors, "tolist") else list(vectors)
    return found


def with_vector(source: str, field: str, vector: Sequence[float]) -> str:
    """A document's JSON with its vector in it.

    Nine significant digits give every float32 back exactly, and are half as long as what `json` writes of them.

    Args:
        source: a JSON object.
        field: the name of the vector field.
        vector: its numbers.

    Raises:
        Unusable: a number that is infinite or none at all (NaN).
    """
    if not all(map(isfinite, vector)):
        raise Unusable("the model makes a vector with NaN or infinite numbers of this text")
    numbers = ",".join(["%.9g"] * len(vector)) % tuple(vector)
    comma = "" if source == "{}" else ","
    return f"{source[:-1]}{comma}{to_json(field)}:[{numbers}]}}"
