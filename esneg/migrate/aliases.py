"""Aliases with all their properties, and the one request that moves them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound

Aliases = Mapping[str, Mapping[str, Any]]
"""Alias -> its properties as the engine gives them: filter, index_routing, search_routing, is_write_index ..."""

HELD_BY = "-held-by-"
"""Stands in the alias that says who holds a migration (see `esneg.migrate.hold`); it is nobody's to migrate."""


def added(index: str, aliases: Aliases) -> list[dict[str, Any]]:
    """Actions that put aliases on an index."""
    return [{"add": {"index": index, "alias": name, **properties}} for name, properties in aliases.items()]


def removed(index: str, names: Iterable[str], **conditions: bool) -> list[dict[str, Any]]:
    """Actions that take aliases off an index; ``must_exist`` is a condition."""
    return [{"remove": {"index": index, "alias": name, **conditions}} for name in names]


def change(cluster: Cluster, actions: list[dict[str, Any]]) -> None:
    """Carries out all actions in one step: no search sees a part of them."""
    if actions:
        cluster.request("POST", "/_aliases", body={"actions": actions})


def aliases_of(cluster: Cluster, index: str) -> Aliases:
    """The aliases of an index by its own name; none when there is no such index."""
    try:
        answer = cluster.request("GET", f"/{index_path(index)}/_alias")
    except NotFound:
        return {}
    return users_own(answer.get(index, {}).get("aliases", {}))


def users_own(aliases: Aliases) -> Aliases:
    """Without those that only say who holds a migration."""
    return {name: properties for name, properties in aliases.items() if HELD_BY not in name}
