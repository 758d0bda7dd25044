"""What an index's mapping says to a search: which fields there are, how long vectors are, whose vectors they are.

Elasticsearch answers a kNN search on a field that does not exist with 200 and no hits, and OpenSearch with a partial
failure; so fields are looked up before they are searched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.analysis.fields import text_fields
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import UsageError
from esneg.search.embedder import stored_embedder

TEMPLATE_TEXT_FIELD = "text"

VECTOR_TYPES = frozenset({"knn_vector", "dense_vector"})


@dataclass(frozen=True)
class IndexFields:
    """The mappings behind one name: an index, an alias or a pattern.

    Attributes:
        target: the name.
        mappings: index -> its mapping (the object with ``properties``); at least one.
    """

    target: str
    mappings: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, cluster: Cluster, target: str) -> IndexFields:
        """Asks the cluster.

        Raises:
            NotFound: no such index.
            UsageError: the pattern matches nothing.
        """
        answer = cluster.request("GET", f"/{index_path(target)}/_mapping")
        mappings = {index: each.get("mappings") or {} for index, each in answer.items()}
        if not mappings:
            raise UsageError(
                f"no index matches {target}", remedy="see the cluster's indices: GET /_cat/indices"
            )
        return cls(target, mappings)

    def vector_fields(self) -> list[str]:
        """The vector fields that every index has."""
        return self._common(lambda mapping: [p for p, s in _walk(mapping) if s.get("type") in VECTOR_TYPES])

    def all_vector_fields(self) -> set[str]:
        """The vector fields of any index."""
        return {
            path
            for mapping in self.mappings.values()
            for path, spec in _walk(mapping)
            if spec.get("type") in VECTOR_TYPES
        }

    def text_fields(self) -> list[str]:
        """The plain text fields (no multi-fields) that every index has."""
        return self._common(
            lambda mapping: [
                f.path for f in text_fields(mapping) if f.kind == "field" and f.indexed and f.analyzed
            ]
        )

    def analyzers(self) -> dict[str, str]:
        """The fields, multi-fields among them, that every index analyzes by the same named analyzer, and its name."""
        first, *others = (
            {path: str(spec["analyzer"]) for path, spec in _walk(mapping) if "analyzer" in spec}
            for mapping in self.mappings.values()
        )
        return {path: name for path, name in first.items() if all(o.get(path) == name for o in others)}

    def only_text_field(self) -> str:
        """The text field, when there is just one; of several, the one that esneg's templates and loads call "text".

        Raises:
            UsageError: there is none, or a choice.
        """
        fields = self.text_fields()
        if TEMPLATE_TEXT_FIELD in fields:
            return TEMPLATE_TEXT_FIELD
        return self._only(fields, "text field", "text_fields (--text-field)")

    def only_vector_field(self) -> str:
        """The vector field, when there is just one.

        Raises:
            UsageError: there is none, or a choice.
        """
        return self._only(self.vector_fields(), "vector field", "vector_field (--vector-field)")

    def check_text(self, fields: Sequence[str]) -> None:
        """Sees that every index has the fields; weights ("title^2") and patterns ("title*") may stand in names.

        Raises:
            UsageError: one is missing.
        """
        for field in fields:
            path = field.partition("^")[0]
            if "*" in path:
                continue
            for index, mapping in self.mappings.items():
                if path not in {each for each, _ in _walk(mapping)}:
                    raise UsageError(
                        f"{index} has no field {path}",
                        remedy=_offer(self.text_fields(), "its text fields are", "it has no text field"),
                    )

    def check_vector(self, field: str) -> None:
        """Sees that every index has the vector field.

        Raises:
            UsageError: one lacks it, or holds something else there.
        """
        for index, mapping in self.mappings.items():
            type_ = dict(_walk(mapping)).get(field, {}).get("type")
            if type_ not in VECTOR_TYPES:
                holds = f"; its {field} is of type {type_}" if type_ else ""
                raise UsageError(
                    f"{index} has no vector field {field}{holds}",
                    remedy=_offer(
                        self.vector_fields(), "there is", "search it with words alone: legs=('bm25',)"
                    ),
                )

    def check_dims(self, field: str, dims: int) -> None:
        """Sees that a question's vector fits the field.

        Raises:
            UsageError: it does not.
        """
        for index, mapping in self.mappings.items():
            spec = dict(_walk(mapping)).get(field, {})
            declared = spec.get("dimension", spec.get("dims"))
            if declared is not None and int(declared) != dims:
                raise UsageError(
                    f"the encoder makes vectors of {dims} numbers, and {field} of {index} holds {declared}",
                    remedy="search with the model that the index was made with",
                )

    def embedder(self) -> Mapping[str, Any] | None:
        """The model that made the vectors, as `esneg index` noted it; None when nothing is noted.

        Raises:
            UsageError: the indices behind the name were made with different models.
        """
        noted = {index: stored_embedder(mapping) for index, mapping in self.mappings.items()}
        (first, meta), *others = noted.items()
        for index, other in others:
            if other != meta:
                raise UsageError(
                    f"{first} and {index} were embedded differently, so one question cannot search both",
                    remedy="search them one by one",
                )
        return meta

    def _common(self, paths: Any) -> list[str]:
        first, *others = (paths(mapping) for mapping in self.mappings.values())
        return [path for path in first if all(path in other for other in others)]

    def _only(self, fields: Sequence[str], kind: str, option: str) -> str:
        if len(fields) == 1:
            return fields[0]
        raise UsageError(
            f"{self.target} has {_offer(fields, f'several {kind}s:', f'no {kind}')}",
            remedy=f"name the one to search: {option}" if fields else "",
        )


def _offer(fields: Sequence[str], some: str, none: str) -> str:
    return f"{some} {', '.join(fields)}" if fields else none


def _walk(mapping: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    # A queue and not recursion: mappings a thousand levels deep exist.
    pending: deque[tuple[str, Mapping[str, Any]]] = deque([("", mapping)])
    while pending:
        path, spec = pending.popleft()
        if path:
            yield path, spec
        for below in ("properties", "fields"):
            for name, child in (spec.get(below) or {}).items():
                pending.append((f"{path}.{name}" if path else name, child))
