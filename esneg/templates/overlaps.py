"""Other index templates for the same indices: which of them wins. The engine says which overlap."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.templates.model import Template
from esneg.templates.stored import index_templates

_UNUSED_PRIORITY = 1_999_999_999
"""A priority that no real template has: with an equal one the engine would refuse to simulate."""


@dataclass(frozen=True)
class Overlap:
    """Another template for some of the same indices.

    Attributes:
        name: its name.
        patterns: the indices it is for.
        priority: its priority; None for a legacy template, which has none and yields to every other.
        effect: "loses" to ours, "wins" over it, or "clashes": equal priorities, which the engine refuses.
        takes_name: whether it is also for the index that ours would be tried with.
    """

    name: str
    patterns: tuple[str, ...]
    priority: int | None
    effect: Literal["loses", "wins", "clashes"]
    takes_name: bool


def overlaps(cluster: Cluster, template: Template, concrete: str) -> list[Overlap]:
    """The templates that overlap with an index template, put or not yet, without itself.

    Args:
        concrete: the name of an index that matches its patterns.
    """
    body = {"index_patterns": template.body["index_patterns"], "priority": _UNUSED_PRIORITY}
    answer = cluster.request("POST", f"/_index_template/_simulate_index/{index_path(concrete)}", body=body)
    others = {raw["name"]: raw["index_patterns"] for raw in answer.get("overlapping") or ()}
    others.pop(template.name, None)
    if not others:
        return []
    priorities = {each.name: int(each.body.get("priority", 0)) for each in index_templates(cluster)}
    own = int(template.body.get("priority", 0))
    return [
        Overlap(
            name,
            tuple(patterns),
            priorities.get(name),
            _effect(own, priorities.get(name)),
            any(_matches(pattern, concrete) for pattern in patterns),
        )
        for name, patterns in sorted(others.items())
    ]


def _effect(own: int, other: int | None) -> Literal["loses", "wins", "clashes"]:
    if other is None or other < own:
        return "loses"
    return "wins" if other > own else "clashes"


def _matches(pattern: str, name: str) -> bool:
    """Whether an index pattern, whose only wildcard is ``*``, matches a name."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name) is not None
