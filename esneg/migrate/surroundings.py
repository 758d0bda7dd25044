"""What else in the cluster acts on the source or on the target: lifecycle policies and index templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import AccessDenied, RequestFailed
from esneg.migrate.subject import Subject


def policies(cluster: Cluster, subject: Subject) -> list[str]:
    """The lifecycle policies that manage the source, as a person would name them."""
    found = []
    lifecycle = subject.settings.get("lifecycle", {})
    if isinstance(lifecycle, Mapping) and lifecycle.get("name"):
        found.append(f"ILM policy {lifecycle['name']}")
    if cluster.info.engine == "opensearch":
        found += _ism(cluster, subject.source)
    return found


def _ism(cluster: Cluster, source: str) -> list[str]:
    try:
        answer = cluster.request("GET", f"/_plugins/_ism/explain/{index_path(source)}")
    except AccessDenied:
        return ["ISM: not permitted to ask whether a policy manages it"]
    except RequestFailed:
        return []  # The plugin is not there.
    managed = answer.get(source, {})
    name = managed.get("policy_id") or managed.get("index.plugins.index_state_management.policy_id")
    return [f"ISM policy {name}"] if name else []


@dataclass(frozen=True)
class MatchingTemplates:
    """The index templates that the engine applies when the target is created.

    Attributes:
        names: of the templates.
        aliases: that they would put on the target at once, while it is empty.
        adds: dotted settings and fields that they would bring, beyond what the request says itself.
    """

    names: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)


def matching_templates(cluster: Cluster, target: str) -> MatchingTemplates:
    """Finds them: the composable one of the highest priority, or else all legacy ones that match.

    Raises:
        AccessDenied: the cluster does not show its templates, so that nobody can say what the target would be.
    """
    composable = cluster.request("GET", "/_index_template").get("index_templates", [])
    matching = [each for each in composable if _matches(each["index_template"]["index_patterns"], target)]
    # Elasticsearch's own templates for data streams ("logs-*-*") do not apply to an index that is created by name.
    matching = [each for each in matching if "data_stream" not in each["index_template"]]
    if matching:
        winner = max(matching, key=lambda each: each["index_template"].get("priority") or 0)
        simulated = cluster.request("POST", f"/_index_template/_simulate_index/{index_path(target)}")
        body = simulated.get("template", {})
        return MatchingTemplates((winner["name"],), tuple(body.get("aliases", {})), body)
    try:
        legacy = cluster.request("GET", "/_template")
    except RequestFailed:
        return MatchingTemplates()
    names = [name for name, each in legacy.items() if _matches(each.get("index_patterns", ()), target)]
    names.sort(key=lambda name: legacy[name].get("order", 0))
    body = {"settings": {}, "mappings": {"properties": {}}}
    aliases: dict[str, Any] = {}
    for name in names:
        body["settings"] |= legacy[name].get("settings", {})
        body["mappings"]["properties"] |= legacy[name].get("mappings", {}).get("properties", {})
        aliases |= legacy[name].get("aliases", {})
    return MatchingTemplates(tuple(names), tuple(aliases), body if names else {})


def _matches(patterns: str | list[str], name: str) -> bool:
    return any(fnmatchcase(name, each) for each in ([patterns] if isinstance(patterns, str) else patterns))
