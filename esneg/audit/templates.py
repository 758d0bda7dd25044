"""The index and component templates of a cluster, each with the settings and mappings that an index gets from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from esneg.analysis.settings import AnalysisSettings
from esneg.audit.definitions import Waiting, waiting_in_template
from esneg.clusters import Cluster
from esneg.errors import NotFound


def waiting_in_templates(cluster: Cluster) -> Iterator[Waiting]:
    """Every analyzer that an index of some template would have.

    A component template speaks for itself only when no index template is composed of it. Templates that the engine
    itself manages are left out.

    Raises:
        ClusterError: the cluster does not let us read its templates.
    """
    composed: set[str] = set()
    for template in _listed(cluster, "/_index_template", "index_templates"):
        composed |= set(template["index_template"].get("composed_of", ()))
        if _managed(template["name"], template["index_template"]):
            continue
        name = template["name"]
        simulated = cluster.request("POST", f"/_index_template/_simulate/{quote(name, safe='')}")
        yield from waiting_in_template("index template", name, *_parts(simulated.get("template", {})))
    for template in _listed(cluster, "/_component_template", "component_templates"):
        name, definition = template["name"], template["component_template"]
        if name not in composed and not _managed(name, definition):
            yield from waiting_in_template(
                "component template", name, *_parts(definition.get("template", {}))
            )
    for name, definition in _legacy(cluster).items():
        if not _managed(name, definition):
            yield from waiting_in_template("index template", name, *_parts(definition))


def _listed(cluster: Cluster, path: str, key: str) -> list[Mapping[str, Any]]:
    try:
        return list(cluster.request("GET", path).get(key, ()))
    except NotFound:
        return []


def _legacy(cluster: Cluster) -> Mapping[str, Any]:
    try:
        answer: Mapping[str, Any] = cluster.request("GET", "/_template")
    except NotFound:
        return {}
    return answer


def _managed(name: str, definition: Mapping[str, Any]) -> bool:
    return name.startswith(".") or bool((definition.get("_meta") or {}).get("managed"))


def _parts(template: Mapping[str, Any]) -> tuple[AnalysisSettings, Mapping[str, Any]]:
    settings = template.get("settings") or {}
    index = settings.get("index", settings)
    return AnalysisSettings(index.get("analysis") or {}), template.get("mappings") or {}
