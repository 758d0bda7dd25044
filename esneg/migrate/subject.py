"""What the name on the command line stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound, UsageError
from esneg.migrate.aliases import users_own
from esneg.migrate.errors import MigrationRefused

Kind = Literal["alias", "index", "backing"]


@dataclass(frozen=True)
class Subject:
    """An index to migrate.

    Attributes:
        asked: the name that was given.
        kind: "alias": ``asked`` is an alias of ``source``; "index": it is the index itself; "backing": it is an index
            behind a data stream.
        source: the index that holds the documents.
        uuid: its UUID.
        aliases: all aliases of the source with their properties, as the engine gives them.
        settings: ``settings.index`` of the source.
        mappings: its mappings.
        stream: the data stream that it is behind; None for any other index.
    """

    asked: str
    kind: Kind
    source: str
    uuid: str
    aliases: Mapping[str, Mapping[str, Any]]
    settings: Mapping[str, Any]
    mappings: Mapping[str, Any]
    stream: str | None = None


def is_data_stream(cluster: Cluster, asked: str) -> bool:
    """Whether a name is a data stream's.

    Raises: as `resolve`.
    """
    return bool(_named(cluster, asked).get("data_streams"))


def _named(cluster: Cluster, asked: str) -> Mapping[str, Any]:
    """What ``_resolve`` says of a name.

    Raises:
        UsageError: a wildcard, or several names.
        MigrationRefused: no such name.
    """
    if not asked or any(mark in asked for mark in "*,?") or asked.startswith(("_", "-")):
        raise UsageError(
            f"'{asked}' is not the name of one index", remedy="name one index, alias or data stream"
        )
    try:
        answer: Mapping[str, Any] = cluster.request("GET", f"/_resolve/index/{index_path(asked)}")
    except NotFound:
        answer = {}
    if not any(answer.get(kind) for kind in ("indices", "aliases", "data_streams")):
        raise MigrationRefused(
            f"no index, alias or data stream is called {asked}", remedy="see what there is with `esneg audit`"
        )
    return answer


def resolve(cluster: Cluster, asked: str) -> Subject:
    """The index behind a name.

    Raises:
        UsageError: a wildcard, or several names.
        MigrationRefused: no such name, or an alias of several indices.
    """
    named = _named(cluster, asked)
    if named.get("data_streams"):
        raise MigrationRefused(f"{asked} is a data stream", remedy="see docs/migrate.md, data streams")
    stream = next((each["data_stream"] for each in named.get("indices", ()) if "data_stream" in each), None)
    answer = cluster.request("GET", f"/{index_path(asked)}", params={"expand_wildcards": "all"})
    if len(answer) > 1:
        raise MigrationRefused(
            f"{asked} is an alias of {len(answer)} indices: {', '.join(sorted(answer))}",
            remedy="migrate each of them by its own name; the alias moves along with it",
        )
    (source, definition), *_ = answer.items()
    return Subject(
        asked=asked,
        kind="backing" if stream else "index" if source == asked else "alias",
        source=source,
        uuid=definition["settings"]["index"]["uuid"],
        aliases=users_own(definition.get("aliases", {})),
        settings=definition["settings"]["index"],
        mappings=definition.get("mappings", {}),
        stream=stream,
    )


def exists(cluster: Cluster, index: str) -> bool:
    """Whether an index, or an alias, of that name exists."""
    try:
        cluster.request(
            "GET", f"/{index_path(index)}/_settings", params={"filter_path": "*.settings.index.uuid"}
        )
    except NotFound:
        return False
    return True


def uuid_of(cluster: Cluster, index: str) -> str | None:
    """The UUID of an index by its own name; None when there is none (or the name is an alias now)."""
    try:
        answer = cluster.request(
            "GET", f"/{index_path(index)}/_settings", params={"filter_path": "*.settings.index.uuid"}
        )
    except NotFound:
        return None
    found = answer.get(index)
    return str(found["settings"]["index"]["uuid"]) if found else None
