"""Takes templates out of a cluster again: esneg's own only, and none that another template needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from esneg.clusters import Cluster
from esneg.errors import UsageError
from esneg.templates.model import KINDS, Template
from esneg.templates.stored import index_templates, stored_like, users_of

# The reverse of the order in which they are put: an index template holds on to its components.
_ORDER = tuple(reversed(KINDS))


@dataclass(frozen=True)
class Removal:
    """What becomes of one template.

    Attributes:
        template: as the cluster has it.
        action: "remove", or "keep".
        reason: why it stays; "" when it goes.
    """

    template: Template
    action: Literal["remove", "keep"]
    reason: str = ""


def remove(
    cluster: Cluster, names: Sequence[str] = (), *, force: bool = False, dry_run: bool = False
) -> list[Removal]:
    """Removes templates, and the components that nobody needs any more. Indices made from them stay as they are.

    Args:
        names: of templates in the cluster; none means all that esneg made.
        force: remove also what was changed since esneg made it. What esneg did not make stays in any case.
        dry_run: say what would be removed, and remove nothing.

    Raises:
        UsageError: a name that the cluster does not have.
    """
    there = {template.name: template for template in stored_like(cluster)}
    if missing := [name for name in names if name not in there]:
        known = ", ".join(name for name, template in there.items() if template.is_ours) or "none"
        raise UsageError(
            f"the cluster has no template {', '.join(missing)}", remedy=f"those that esneg made: {known}"
        )
    chosen = {name: there[name] for name in names} if names else _ours(there)
    for template in list(chosen.values()):
        # A component goes with the last template that is composed of it.
        chosen |= {name: there[name] for name in template.components if name in there and there[name].is_ours}
    removals: list[Removal] = []
    gone: set[str] = set()
    others = index_templates(cluster)
    for template in sorted(chosen.values(), key=lambda each: _ORDER.index(each.kind)):
        users = [name for name in users_of(template.name, others) if name not in gone]
        reason = _reason_to_stay(template, users, force)
        if not reason:
            gone.add(template.name)
            if not dry_run:
                cluster.request("DELETE", template.path)
        removals.append(Removal(template, "keep" if reason else "remove", reason))
    return removals


def _ours(there: dict[str, Template]) -> dict[str, Template]:
    return {name: template for name, template in there.items() if template.is_ours}


def _reason_to_stay(template: Template, users: Sequence[str], force: bool) -> str:
    if not template.is_ours:
        return "esneg did not make it"
    if not template.is_as_made and not force:
        return "it was changed since esneg made it (--force removes it)"
    if users:
        return f"in use by {', '.join(users)}"
    return ""
