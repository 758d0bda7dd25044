"""The templates that a cluster has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from esneg.clusters import Cluster
from esneg.errors import NotFound
from esneg.templates.model import KINDS, Kind, Template, end_point


def stored(cluster: Cluster, kind: Kind, name: str) -> Template | None:
    """One template of the cluster, None when it has none of that name."""
    return next(iter(_read(cluster, kind, name)), None)


def stored_like(cluster: Cluster, expression: str = "esneg-*") -> list[Template]:
    """The templates of every kind whose names match a wildcard expression, in the order of kinds and names."""
    kinds = [kind for kind in KINDS if kind != "search_pipeline" or cluster.info.engine == "opensearch"]
    return [template for kind in kinds for template in _read(cluster, kind, expression)]


def index_templates(cluster: Cluster) -> list[Template]:
    """Every index template of the cluster, whoever made it."""
    return _read(cluster, "index_template", "*")


def users_of(component: str, templates: Iterable[Template]) -> list[str]:
    """The names of the index templates that are composed of a component."""
    return [template.name for template in templates if component in template.components]


def _read(cluster: Cluster, kind: Kind, name: str) -> list[Template]:
    try:
        answer = cluster.request("GET", f"{end_point(kind)}/{name}")
    except NotFound:
        return []
    if kind == "search_pipeline":
        return [Template(name, kind, body) for name, body in sorted(answer.items())]
    found: list[dict[str, Any]] = answer[f"{kind}s"]
    return sorted((Template(each["name"], kind, each[kind]) for each in found), key=lambda each: each.name)
