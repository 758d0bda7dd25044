"""What applying templates would do to a cluster, template by template, before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from esneg.clusters import Cluster
from esneg.templates.differences import Difference, differences
from esneg.templates.model import Template, canonical
from esneg.templates.stored import stored

Action = Literal["create", "update", "overwrite", "unchanged", "refused", "skipped"]


@dataclass(frozen=True)
class Step:
    """What would be done with one template.

    Attributes:
        template: as it would be put.
        action: "overwrite" replaces, by force, one that esneg did not make or that was changed since.
        reason: why not, or why by force; "" where there is nothing to say.
        changes: what it would change of the template that is there.
    """

    template: Template
    action: Action
    reason: str = ""
    changes: tuple[Difference, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether this step changes the cluster."""
        return self.action in ("create", "update", "overwrite")


def plan(cluster: Cluster, templates: Sequence[Template], *, force: bool = False) -> list[Step]:
    """One step a template, in the order given. Nothing is written."""
    return [_step(cluster, template, force) for template in templates]


def _step(cluster: Cluster, template: Template, force: bool) -> Step:
    if template.kind == "search_pipeline" and not cluster.capabilities().rrf:
        why = cluster.capabilities().reasons.get("rrf", "the cluster cannot fuse by rank")
        return Step(template, "skipped", f"{why}; esneg fuses the legs itself")
    there = stored(cluster, template.kind, template.name)
    if there is None:
        return Step(template, "create")
    changes = tuple(differences(there.body, template.body))
    if not changes and there.meta == template.meta:
        return Step(template, "unchanged")
    if canonical(there.body) == canonical(template.body) and there.is_ours:
        return Step(template, "update", "the same content, marked by another version of esneg")
    if not there.is_ours:
        reason = "there is one of that name that esneg did not make"
    elif not there.is_as_made:
        reason = "it was changed since esneg made it"
    else:
        return Step(template, "update", changes=changes)
    return Step(template, "overwrite" if force else "refused", reason, changes)
