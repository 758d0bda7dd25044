"""Puts templates into a cluster, and audits what comes of them before it says that all is well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from esneg.audit import AuditReport
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import ClusterError, UsageError
from esneg.templates.model import Template
from esneg.templates.overlaps import Overlap, overlaps
from esneg.templates.plan import Step, plan
from esneg.templates.scratch import audit_scratch, scratch_name
from esneg.templates.wanted import Parameters, wanted

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Applied:
    """What `apply` did, or would do.

    Attributes:
        steps: one a template.
        overlaps: by the name of an index template, the others for some of the same indices.
        audits: by the name of a template, the audit of an index made from it; empty on a dry run.
        dry_run: nothing was written.
    """

    steps: tuple[Step, ...]
    overlaps: dict[str, list[Overlap]]
    audits: dict[str, AuditReport]
    dry_run: bool

    @property
    def is_well(self) -> bool:
        """Whether every audit is clean."""
        return all(report.exit_status(fail_on="warning") == 0 for report in self.audits.values())


def apply(
    cluster: Cluster,
    names: Sequence[str],
    parameters: Parameters | None = None,
    *,
    force: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Applied:
    """Puts templates, with the components that they need, and audits a scratch index made from each.

    What is there already and the same stays untouched. Nothing at all is written when one of them is refused.

    Args:
        names: of packaged templates.
        force: overwrite templates that esneg did not make, or that were changed since.
        dry_run: write nothing, audit nothing.

    Raises:
        UsageError: an unknown name; a template that may not be overwritten; another template of the same priority.
        ClusterError: the cluster refused one; the message says which, and what was already put.
    """
    tell = progress or (lambda step: None)
    templates = wanted(cluster.info.engine, names, parameters)
    tell("comparing with the cluster")
    steps = plan(cluster, templates, force=force)
    _stop_if_refused(steps)
    names_to_try = {
        template.name: scratch_name(template.body["index_patterns"][0])
        for template in templates
        if template.kind == "index_template"
    }
    found = {
        template.name: overlaps(cluster, template, names_to_try[template.name])
        for template in templates
        if template.kind == "index_template"
    }
    _stop_if_beaten(found)
    if dry_run:
        return Applied(tuple(steps), found, {}, dry_run=True)
    _put(cluster, steps, tell)
    audits = {}
    for template in _to_audit(templates):
        tell(f"auditing an index made from {template.name}")
        languages = _languages(template, templates)
        audits[template.name] = _audit(cluster, template, names_to_try.get(template.name), languages)
    return Applied(tuple(steps), found, audits, dry_run=False)


def _stop_if_refused(steps: Sequence[Step]) -> None:
    refused = [step for step in steps if step.action == "refused"]
    if refused:
        raise UsageError(
            f"not overwritten: {', '.join(step.template.name for step in refused)}; nothing was applied",
            details=tuple(f"{step.template.name}: {step.reason}" for step in refused),
            remedy="look at the changes with --dry-run --force, then apply with --force",
        )


def _stop_if_beaten(found: dict[str, list[Overlap]]) -> None:
    for name, others in found.items():
        for other in others:
            if other.effect == "clashes":
                raise UsageError(
                    f"{name}: index template {other.name!r} ({', '.join(other.patterns)}) has the same priority, "
                    f"{other.priority}; nothing was applied",
                    remedy="give another --priority or --pattern",
                )
            if other.effect == "wins" and other.takes_name:
                raise UsageError(
                    f"{name}: index template {other.name!r} ({', '.join(other.patterns)}) would win with its "
                    f"priority of {other.priority}; nothing was applied",
                    remedy=f"give a --priority above {other.priority}, or another --pattern",
                )


def _put(cluster: Cluster, steps: Sequence[Step], tell: Progress) -> None:
    done: list[str] = []
    for step in steps:
        if not step.writes:
            continue
        template = step.template
        tell(f"putting {template.name}")
        # `create`: should somebody else put one of that name in this very moment, theirs stays.
        create = {"create": True} if step.action == "create" and template.kind != "search_pipeline" else None
        try:
            cluster.request("PUT", template.path, params=create, body=template.body)
        except ClusterError as error:
            put = f"already put: {', '.join(done)}" if done else "nothing was put before it"
            error.details = (*error.details, f"while putting {template.name}; {put}")
            raise
        done.append(template.name)


def _to_audit(templates: Sequence[Template]) -> list[Template]:
    """Every index template, and every component with an analysis that none of them holds."""
    for_indices = [template for template in templates if template.kind == "index_template"]
    held = {name for template in for_indices for name in template.components}
    alone = [
        template
        for template in templates
        if template.kind == "component_template"
        and template.name not in held
        and "analysis" in template.body["template"].get("settings", {})
    ]
    return [*for_indices, *alone]


def _languages(template: Template, templates: Sequence[Template]) -> list[str]:
    """The languages of a template's text fields, which its components name."""
    parts = [each for each in templates if each.name == template.name or each.name in template.components]
    metas = [part.body.get("template", {}).get("mappings", {}).get("_meta", {}) for part in parts]
    return list(dict.fromkeys(meta["esneg"]["language"] for meta in metas if "esneg" in meta))


def _audit(cluster: Cluster, template: Template, name: str | None, languages: Sequence[str]) -> AuditReport:
    if name is None:
        return audit_scratch(cluster, scratch_name(), template.body["template"], languages)
    if "*" in template.body["index_patterns"][0]:
        return audit_scratch(cluster, name, {}, languages)
    # For one index by its full name: an index of another name with what the engine would give it.
    made = cluster.request("POST", f"/_index_template/_simulate_index/{index_path(name)}")["template"]
    return audit_scratch(
        cluster, scratch_name(), {key: made[key] for key in ("settings", "mappings")}, languages
    )
