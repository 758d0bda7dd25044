"""Indices with the same settings and mappings, as one: ten thousand indices of one template are one family."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from esneg.analysis.fields import TextField, text_fields
from esneg.analysis.settings import AnalysisSettings
from esneg.audit.targets import IndexDefinition

_VECTOR_TYPES = {"dense_vector", "knn_vector"}


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector field: its full name and mapping type."""

    path: str
    type: str


@dataclass(frozen=True, slots=True)
class Family:
    """Indices that differ in nothing that an audit looks at.

    Attributes:
        settings: their analysis settings.
        mappings: their mapping.
        fields: the text-like fields of each.
        vectors: the vector fields of each.
        names: the indices.
    """

    settings: AnalysisSettings
    mappings: Mapping[str, Any]
    fields: tuple[TextField, ...]
    vectors: tuple[Vector, ...]
    names: list[str] = field(default_factory=list)


class Families:
    """Takes indices one by one and keeps one copy of what they share."""

    def __init__(self) -> None:
        self._by_content: dict[bytes, Family] = {}

    def add(self, definition: IndexDefinition) -> None:
        """Puts an index into its family."""
        content = json.dumps([definition.analysis.raw, definition.mappings], sort_keys=True)
        key = hashlib.sha256(content.encode()).digest()
        family = self._by_content.get(key)
        if family is None:
            mappings = definition.mappings
            family = Family(
                definition.analysis, mappings, tuple(text_fields(mappings)), tuple(_vectors(mappings))
            )
            self._by_content[key] = family
        family.names.append(definition.name)

    def __iter__(self) -> Iterator[Family]:
        return iter(self._by_content.values())


def _vectors(mappings: Mapping[str, Any]) -> Iterable[Vector]:
    pending: list[tuple[str, Mapping[str, Any]]] = [("", mappings)]
    while pending:
        prefix, spec = pending.pop()
        properties = spec.get("properties")
        for name, below in properties.items() if isinstance(properties, Mapping) else ():
            if isinstance(below, Mapping):
                if below.get("type") in _VECTOR_TYPES:
                    yield Vector(f"{prefix}{name}", str(below["type"]))
                pending.append((f"{prefix}{name}.", below))
