"""How the templates in a cluster differ from those of the package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from esneg.clusters import Cluster
from esneg.clusters.base import Engine
from esneg.errors import UsageError
from esneg.templates.differences import Difference, differences
from esneg.templates.model import Template
from esneg.templates.packaged import packaged
from esneg.templates.stored import stored_like
from esneg.templates.vector import VECTOR
from esneg.templates.wanted import Parameters, vector_component, with_parameters

State = Literal["same", "outdated", "changed", "foreign", "unknown"]


@dataclass(frozen=True)
class Drift:
    """One template of the cluster beside the package's.

    Attributes:
        template: as the cluster has it.
        state: "same"; "outdated": another version of esneg made it; "changed": somebody changed it since;
            "foreign": esneg did not make it; "unknown": esneg made it, and this version has none of that name.
        changes: what applying the package's would change.
    """

    template: Template
    state: State
    changes: tuple[Difference, ...] = ()


def drift(cluster: Cluster, names: Sequence[str] = ()) -> list[Drift]:
    """The state of every template in the cluster that is esneg's or bears the name of one.

    Parameters that a template was applied with (``--pattern``, ``--dims`` ...) are no drift: its mark records them.

    Args:
        names: only these.

    Raises:
        UsageError: a name that the cluster does not have.
    """
    engine = cluster.info.engine
    there = {
        template.name: template
        for template in stored_like(cluster)
        if template.is_ours or template.name in packaged(engine)
    }
    if missing := [name for name in names if name not in there]:
        raise UsageError(
            f"the cluster has no template {', '.join(missing)}",
            remedy="see what it has with `esneg templates diff`, put it there with `esneg templates apply`",
        )
    return [_drift(engine, there[name]) for name in names or there]


def _drift(engine: Engine, template: Template) -> Drift:
    expected = _expected(engine, template)
    if expected is None:
        return Drift(template, "unknown")
    changes = tuple(differences(template.body, expected.body))
    if not template.is_ours:
        return Drift(template, "foreign", changes)
    if not template.is_as_made:
        return Drift(template, "changed", changes)
    # A search pipeline bears no version: what differs there may be either.
    return Drift(template, "outdated" if changes else "same", changes)


def _expected(engine: Engine, template: Template) -> Template | None:
    """What this version would put under that name, with the parameters that the template records."""
    recorded = template.meta.get("parameters")
    parameters = Parameters.read(recorded if template.is_ours and isinstance(recorded, dict) else {})
    known = packaged(engine).get(template.name)
    if known is not None:
        return with_parameters(known, parameters) if known.kind == "index_template" else known
    if template.name.startswith(f"{VECTOR}-") and template.is_ours:
        made = vector_component(engine, parameters)
        return made if made.name == template.name else None
    return None
