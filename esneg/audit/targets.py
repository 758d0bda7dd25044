"""Which indices a target names, and their settings and mappings, read in batches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.analysis.settings import AnalysisSettings
from esneg.audit.model import Unaudited
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import AccessDenied, NotFound, RequestFailed

_BATCH_CHARACTERS = 3000
"""Names in one request: the engines refuse request lines over 4 kB."""


@dataclass(frozen=True)
class IndexDefinition:
    """What an audit needs to know of one index."""

    name: str
    analysis: AnalysisSettings
    mappings: Mapping[str, Any]


def resolve(cluster: Cluster, targets: Sequence[str]) -> tuple[list[str], list[Unaudited]]:
    """The concrete indices behind index, alias, data stream or wildcard names; all non-hidden ones for no target.

    Returns:
        The names in alphabetical order, and what cannot be audited (closed indices, targets that do not exist).
    """
    found: set[str] = set()
    unaudited: list[Unaudited] = []
    for target in targets or ("*",):
        try:
            names, refused = _resolve_one(cluster, target)
        except NotFound:
            unaudited.append(Unaudited(target, "no such index, alias or data stream"))
            continue
        except AccessDenied as error:
            unaudited.append(Unaudited(target, error.message))
            continue
        if targets and not names and not refused:
            unaudited.append(Unaudited(target, "matches no index, alias or data stream"))
        found |= names
        unaudited += refused
    return sorted(found), list(dict.fromkeys(unaudited))


def _resolve_one(cluster: Cluster, target: str) -> tuple[set[str], list[Unaudited]]:
    wildcards = {"expand_wildcards": "open,closed"}
    answer = cluster.request("GET", f"/_resolve/index/{index_path(target)}", params=wildcards)
    behind = {name for alias in answer.get("aliases", ()) for name in _as_list(alias["indices"])}
    for stream in answer.get("data_streams", ()):
        behind |= set(_as_list(stream["backing_indices"]))
    attributes = {index["name"]: set(index.get("attributes", ())) for index in answer.get("indices", ())}
    if unknown := behind - attributes.keys():
        attributes |= _attributes(cluster, sorted(unknown))
    names, refused = set(), []
    for name, has in attributes.items():
        # Dot-indices are the engines' own; one is audited only when it is named.
        if name.startswith(".") and name not in behind and target != name:
            continue
        if "closed" in has:
            refused.append(Unaudited(name, "the index is closed: open it, or leave it out"))
        else:
            names.add(name)
    return names, refused


def _attributes(cluster: Cluster, names: Sequence[str]) -> dict[str, set[str]]:
    attributes: dict[str, set[str]] = {}
    for batch in _batches(names):
        answer = cluster.request(
            "GET", f"/_resolve/index/{index_path(batch)}", params={"expand_wildcards": "all"}
        )
        attributes |= {index["name"]: set(index.get("attributes", ())) for index in answer.get("indices", ())}
    return attributes


def read(cluster: Cluster, names: Sequence[str]) -> Iterator[IndexDefinition | Unaudited]:
    """Reads analysis settings and mappings, many indices a request; an index that is refused says so itself."""
    for batch in _batches(names):
        try:
            yield from _read_batch(cluster, batch)
        except RequestFailed as error:
            yield from _one_by_one(cluster, batch, error)
        except AccessDenied as error:
            yield from _one_by_one(cluster, batch, error)


def _one_by_one(
    cluster: Cluster, batch: Sequence[str], error: RequestFailed | AccessDenied
) -> Iterator[IndexDefinition | Unaudited]:
    # One index that is gone or forbidden fails the whole request: ask for each alone.
    if len(batch) == 1:
        yield Unaudited(batch[0], error.message)
    else:
        for name in batch:
            yield from read(cluster, [name])


def _read_batch(cluster: Cluster, batch: Sequence[str]) -> Iterator[IndexDefinition]:
    path = index_path(batch)
    answer = cluster.request(
        "GET",
        f"/{path}",
        params={"expand_wildcards": "all", "filter_path": "*.mappings,*.settings.index.analysis"},
    )
    for name in batch:
        # With nothing to show for it, filter_path leaves an index out.
        raw = answer.get(name, {})
        analysis = raw.get("settings", {}).get("index", {}).get("analysis", {})
        yield IndexDefinition(name, AnalysisSettings(analysis), raw.get("mappings", {}))


def _batches(names: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for name in names:
        length = len(index_path(name)) + 1
        if batch and size + length > _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
        batch.append(name)
        size += length
    if batch:
        yield batch


def _as_list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
