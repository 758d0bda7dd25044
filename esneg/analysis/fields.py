"""The text-like fields of a mapping, each with the names of its analyzers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

FieldKind = Literal["field", "multi-field", "nested", "alias", "runtime", "flattened"]

TEXT_TYPES = frozenset({"text", "match_only_text", "search_as_you_type", "annotated_text"})
"""Mapping types whose values go through an analyzer."""

_FLAT_TYPES = frozenset({"flattened", "flat_object"})


@dataclass(frozen=True)
class TextField:
    """One field as its mapping declares it.

    Attributes:
        path: the full name that a query uses, such as ``title.en``.
        type: the mapping type.
        kind: how it comes to be searchable.
        analyzed: whether its values go through an analyzer (or a normalizer); if not, nothing can be lost.
        indexed: whether it can be searched at all.
        analyzer, search_analyzer, search_quote_analyzer: as declared on the field; None when left to defaults.
        normalizer: of a keyword field.
        index_options: how much the index keeps of each term ("docs", "freqs", "positions", "offsets").
        target: of an alias, the path that it stands for.
    """

    path: str
    type: str
    kind: FieldKind = "field"
    analyzed: bool = True
    indexed: bool = True
    analyzer: str | None = None
    search_analyzer: str | None = None
    search_quote_analyzer: str | None = None
    normalizer: str | None = None
    index_options: str = "positions"
    target: str | None = None

    @property
    def described(self) -> str:
        """The type as a person would say it: "text", "text (multi-field)", "alias of title"."""
        if self.kind == "alias":
            return f"alias of {self.target}"
        return self.type if self.kind == "field" else f"{self.type} ({self.kind})"


def text_fields(mappings: Mapping[str, Any]) -> list[TextField]:
    """Finds every text-like field: plain, multi-, object, nested, flattened, runtime and alias fields.

    Aliases of fields that are not text-like are left out, as is everything that never held text (numbers, dates,
    vectors). Mappings may be nested to any depth.
    """
    found = list(_walk(mappings))
    by_path = {field.path: field for field in found}
    resolved = []
    for field in found:
        if field.kind != "alias":
            resolved.append(field)
        elif (target := by_path.get(field.target or "")) is not None:
            resolved.append(replace(target, path=field.path, kind="alias", target=field.target))
    return resolved


def _walk(mappings: Mapping[str, Any]) -> Iterator[TextField]:
    # A queue and not recursion: mappings a thousand levels deep exist.
    pending: deque[tuple[str, Mapping[str, Any], FieldKind]] = deque(
        (name, spec, "field") for name, spec in _properties(mappings)
    )
    while pending:
        path, spec, kind = pending.popleft()
        type_ = str(spec.get("type", "object"))
        if type_ == "alias":
            yield TextField(path, "alias", "alias", target=spec.get("path"))
        elif type_ in TEXT_TYPES:
            yield TextField(
                path,
                type_,
                kind,
                indexed=_true(spec.get("index", True)),
                analyzer=spec.get("analyzer"),
                search_analyzer=spec.get("search_analyzer"),
                search_quote_analyzer=spec.get("search_quote_analyzer"),
                # match_only_text keeps no positions, but answers phrases from the source.
                index_options=str(spec.get("index_options", "positions")),
            )
        elif type_ == "keyword" and spec.get("normalizer"):
            yield TextField(
                path, type_, kind, indexed=_true(spec.get("index", True)), normalizer=str(spec["normalizer"])
            )
        elif type_ in _FLAT_TYPES:
            yield TextField(path, type_, "flattened", analyzed=False)
        below: FieldKind = "nested" if type_ == "nested" or kind == "nested" else "field"
        pending += [(f"{path}.{name}", sub, below) for name, sub in _properties(spec)]
        pending += [(f"{path}.{name}", sub, "multi-field") for name, sub in _items(spec.get("fields"))]
    for name, spec in _items(mappings.get("runtime")):
        if spec.get("type") == "keyword":
            yield TextField(name, "keyword", "runtime", analyzed=False)


def _properties(spec: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return _items(spec.get("properties"))


def _items(value: Any) -> list[tuple[str, Mapping[str, Any]]]:
    return [(k, v) for k, v in value.items() if isinstance(v, Mapping)] if isinstance(value, Mapping) else []


def _true(value: Any) -> bool:
    return value not in (False, "false", "no")
