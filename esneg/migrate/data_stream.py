"""Data streams: documents come in through a template, so the template is repaired, and a new backing index begun.

The stream gets a template of its own, of a higher priority than the one that served it until now: other streams that
share that one stay as they are, and going back is deleting it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from esneg.audit import AuditReport, audit
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound
from esneg.migrate.backing import backing_indices, can_swap
from esneg.migrate.definition import Change, Definition, carried, changes, merged, repaired
from esneg.migrate.errors import MigrationRefused, VerificationFailed
from esneg.migrate.options import MigrateOptions, Patch, Voice
from esneg.templates.scratch import audit_scratch, scratch_name

_MARK = "esneg_stream"
"""In the mapping of every backing index that the repaired template made."""


@dataclass(frozen=True)
class StreamPlan:
    """What a migration of a data stream would do.

    Attributes:
        stream: its name.
        template: the index template that serves it now.
        own_template: the one that it gets.
        body: that template.
        mark: tells backing indices that it made.
        changes: how a backing index made by it differs.
        write_index: the backing index that takes the writes now.
        old: every backing index that the repaired template did not make.
        warnings: what to know before it is done.
    """

    stream: str
    template: str
    own_template: str
    body: Mapping[str, Any]
    mark: str
    changes: tuple[Change, ...]
    write_index: str
    old: tuple[str, ...]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON."""
        return {"schema": "esneg.stream-plan/1", **asdict(self)}


def plan_stream(cluster: Cluster, stream: str, patch: Patch) -> StreamPlan:
    """Works a plan out; changes nothing.

    Args:
        patch: what is to be different in a new backing index, as for an index.

    Raises:
        UsageError: a patch that cannot be used.
    """
    template = _template_of(cluster, stream)
    body = _template(cluster, template)
    own = own_template(stream)
    # Going on, or repairing once more, the template to start from is the own one.
    priority = body.get("priority", 0) + (template != own)
    section = body.get("template", {})
    before, _ = carried(_index_settings(section), section.get("mappings", {}))
    after = repaired(before, patch)
    # Of what the template makes: the same for a second run that begins with the repaired template.
    made = [dict(after.settings), {**after.mappings, "_meta": {}}]
    mark = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:16]
    mappings = merged(after.mappings, {"_meta": {_MARK: mark}})
    new = {
        **body,
        "index_patterns": [stream],
        "priority": priority,
        "template": {**section, "settings": {"index": dict(after.settings)}, "mappings": mappings},
        "_meta": {**body.get("_meta", {}), _MARK: mark},
    }
    indices = backing_indices(cluster, stream)
    marks = {name: _mark_of(cluster, name) for name in indices}
    warnings = ["a search of the stream meets old backing indices, which still lose negation, and new ones"]
    if can_swap(cluster):
        warnings.append("old backing indices can be migrated after the rollover, each by its own name")
    else:
        warnings.append(
            f"{cluster.info.distribution} cannot put another index behind a data stream: old backing indices stay as "
            "they are until they are deleted"
        )
    return StreamPlan(
        stream=stream,
        template=template,
        own_template=own,
        body=new,
        mark=mark,
        changes=tuple(changes(*_simulated(cluster, template, new))),
        write_index=indices[-1],
        old=tuple(name for name, found in marks.items() if found is None),
        warnings=tuple(warnings),
    )


def own_template(stream: str) -> str:
    """The name of the template that esneg makes for a stream."""
    return f"esneg-{stream}"


def migrate_stream(
    cluster: Cluster,
    made: StreamPlan,
    *,
    options: MigrateOptions | None = None,
    voice: Voice | None = None,
) -> str:
    """Puts the template and rolls the stream over; done twice, it does nothing more.

    Returns:
        The backing index that takes the writes.

    Raises:
        MigrationRefused: nothing would change.
        VerificationFailed: a backing index would still lose negation; before anything was changed.
    """
    options, voice = options or MigrateOptions(), voice or Voice()
    if not made.changes:
        raise MigrationRefused(
            f"a new backing index of {made.stream} would be the same as {made.write_index}: nothing to migrate for",
            remedy="see `esneg audit`; another analysis is given with --target-settings",
        )
    if not options.allow_findings:
        settings, mappings = _simulated_body(cluster, made.body)
        body = {"settings": {"index": settings}, "mappings": mappings}
        _refuse_findings(made.stream, audit_scratch(cluster, scratch_name(), body, ()))
    cluster.request("PUT", f"/_index_template/{index_path(made.own_template)}", body=made.body)
    voice.note(f"template {made.own_template} serves {made.stream} now, in place of {made.template}")
    if _mark_of(cluster, backing_indices(cluster, made.stream)[-1]) != made.mark:
        cluster.request("POST", f"/{index_path(made.stream)}/_rollover")
    write_index = backing_indices(cluster, made.stream)[-1]
    voice.note(f"{made.stream} writes into {write_index}")
    if _mark_of(cluster, write_index) != made.mark:
        raise VerificationFailed(
            f"{write_index} was not made by template {made.own_template}",
            remedy=f"see with GET /_data_stream/{made.stream} which template serves it",
        )
    if not options.allow_findings:
        _refuse_findings(made.stream, audit(cluster, [write_index]))
    return write_index


def rollback_stream(cluster: Cluster, stream: str, *, voice: Voice | None = None) -> str:
    """Takes esneg's template away and rolls over to the old one; no document is touched.

    Returns:
        The backing index that takes the writes.

    Raises:
        MigrationRefused: esneg has made no template for the stream.
    """
    voice = voice or Voice()
    name = own_template(stream)
    try:
        body = _template(cluster, name)
    except NotFound:
        raise MigrationRefused(
            f"there is no migration of {stream} to roll back", remedy="nothing was changed"
        ) from None
    if _MARK not in body.get("_meta", {}):
        raise MigrationRefused(f"template {name} is not esneg's", remedy="nothing was changed")
    # The engines do not delete a template that a stream uses; one that matches nothing, they do.
    idle = {**body, "index_patterns": [f"{name}-is-being-deleted"]}
    cluster.request("PUT", f"/_index_template/{index_path(name)}", body=idle)
    cluster.request("DELETE", f"/_index_template/{index_path(name)}")
    if _mark_of(cluster, backing_indices(cluster, stream)[-1]) is not None:
        cluster.request("POST", f"/{index_path(stream)}/_rollover")
    write_index = backing_indices(cluster, stream)[-1]
    voice.note(f"template {name} is deleted; {stream} writes into {write_index}")
    return write_index


def _refuse_findings(stream: str, report: AuditReport) -> None:
    if report.exit_status() != 0:
        found = [f"{each.field}, {each.side} side: {each.cause.name}" for each in report.findings]
        found += [f"{each.target}: {each.reason}" for each in report.unaudited]
        raise VerificationFailed(
            f"a new backing index of {stream} would still lose negation",
            remedy="correct the target settings, or go ahead with --allow-findings",
            details=tuple(found),
        )


def _template_of(cluster: Cluster, stream: str) -> str:
    answer = cluster.request("GET", f"/_data_stream/{index_path(stream)}")
    return str(answer["data_streams"][0]["template"])


def _template(cluster: Cluster, name: str) -> dict[str, Any]:
    answer = cluster.request("GET", f"/_index_template/{index_path(name)}")
    return dict(answer["index_templates"][0]["index_template"])


def _mark_of(cluster: Cluster, index: str) -> str | None:
    answer = cluster.request("GET", f"/{index_path(index)}/_mapping")
    found = answer[index]["mappings"].get("_meta", {}).get(_MARK)
    return str(found) if found else None


def _index_settings(section: Mapping[str, Any]) -> Mapping[str, Any]:
    settings = dict(section.get("settings", {}))
    nested = settings.pop("index", {})
    return {**settings, **nested}


def _simulated(cluster: Cluster, name: str, new: Mapping[str, Any]) -> tuple[Definition, Definition]:
    """What a stored template makes, and what another would make."""
    now = cluster.request("POST", f"/_index_template/_simulate/{index_path(name)}")["template"]
    before, _ = carried(_index_settings(now), now.get("mappings", {}))
    after, _ = carried(*_simulated_body(cluster, new))
    return before, after


_ABOVE_ALL = 2_000_000_000
"""A priority for simulations: of two templates with the same one the engine refuses the second."""


def _simulated_body(cluster: Cluster, body: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Settings and mappings of an index that a template would make, its components included."""
    tried = {**body, "priority": _ABOVE_ALL}
    answer = cluster.request("POST", "/_index_template/_simulate", body=tried)["template"]
    return _index_settings(answer), answer.get("mappings", {})
