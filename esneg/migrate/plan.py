"""What a migration would do. Planning changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from esneg.clusters import Cluster
from esneg.migrate import find
from esneg.migrate.aliases import Aliases
from esneg.migrate.backing import backing_indices, can_swap
from esneg.migrate.definition import Change, Definition, NotCarried, carried, changes, repaired
from esneg.migrate.estimate import seconds_to_copy
from esneg.migrate.hold import LONGEST_TARGET
from esneg.migrate.journal import KEY
from esneg.migrate.options import MigrateOptions, Patch
from esneg.migrate.space import Space, measure
from esneg.migrate.subject import Subject, exists
from esneg.migrate.surroundings import MatchingTemplates, matching_templates, policies


@dataclass(frozen=True)
class MigrationPlan:
    """Everything that is known before anything is done.

    Attributes:
        subject: what is migrated.
        target: the index to be made.
        kept: the name of the old index afterwards.
        definition: settings and mappings of the target.
        changes: how they differ from the source's.
        space: documents, sizes, free disk.
        aliases: they move to the target, with their properties.
        templates: names of the index templates that apply to the target.
        template_adds: what they would add to it, dotted.
        policies: lifecycle policies of the source.
        not_carried: what the target does not get, and why.
        copy: "engine" (``_reindex``) or "client".
        seconds: an estimate of the time; None when the cluster gives nothing to estimate from.
        blockers: why it cannot be done as things are; with one, nothing is begun.
        warnings: what to know before it is done.
    """

    subject: Subject
    target: str
    kept: str
    definition: Definition
    changes: tuple[Change, ...]
    space: Space
    aliases: Aliases
    templates: tuple[str, ...]
    template_adds: tuple[str, ...]
    policies: tuple[str, ...]
    not_carried: tuple[NotCarried, ...]
    copy: str
    seconds: float | None
    blockers: tuple[str, ...]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON."""
        return {
            "schema": "esneg.migration-plan/1",
            "asked": self.subject.asked,
            "kind": self.subject.kind,
            "source": self.subject.source,
            "target": self.target,
            "kept": self.kept,
            "changes": [asdict(each) for each in self.changes],
            "space": asdict(self.space),
            "aliases": {name: dict(each) for name, each in self.aliases.items()},
            "templates": list(self.templates),
            "template_adds": list(self.template_adds),
            "policies": list(self.policies),
            "not_carried": [asdict(each) for each in self.not_carried],
            "copy": self.copy,
            "seconds": self.seconds,
            "blockers": list(self.blockers),
            "warnings": list(self.warnings),
        }


def plan(cluster: Cluster, subject: Subject, patch: Patch, options: MigrateOptions) -> MigrationPlan:
    """Works a plan out.

    Args:
        patch: what is to be different in the target.

    Raises:
        UsageError: a patch or a target name that cannot be used.
    """
    mappings = {**subject.mappings}
    if KEY in mappings.get("_meta", {}):
        # The source is itself the target of an earlier migration.
        mappings["_meta"] = {name: each for name, each in mappings["_meta"].items() if name != KEY}
    before, not_carried = carried(subject.settings, mappings)
    after = repaired(before, patch)
    target = options.target or _free_name(cluster, subject.source)
    find.check_target_name(target)
    kept = subject.source if subject.kind == "alias" else f"{subject.source}{find.BEFORE}"
    templates = matching_templates(cluster, target)
    space = measure(cluster, subject.source, replicas=int(after.settings.get("number_of_replicas", 1)))
    managed = policies(cluster, subject)
    reindex = cluster.capabilities().reindex
    return MigrationPlan(
        subject=subject,
        target=target,
        kept=kept,
        definition=after,
        changes=tuple(changes(before, after)),
        space=space,
        aliases=subject.aliases,
        templates=templates.names,
        template_adds=tuple(_added(templates, after)),
        policies=tuple(managed),
        not_carried=(*not_carried, *_never_carried(managed)),
        copy="engine" if reindex else "client",
        seconds=seconds_to_copy(
            cluster,
            subject.source,
            documents=space.documents,
            requests_per_second=options.requests_per_second,
        ),
        blockers=tuple(_blockers(cluster, subject, after, target, kept, templates, space, options)),
        warnings=tuple(_warnings(subject, managed, templates, after, space, options)),
    )


def _free_name(cluster: Cluster, source: str) -> str:
    stem, number = find.parts(source).stem, find.parts(source).number
    while True:
        number += 1
        name = f"{stem}{find.MARK}{number}"
        if not exists(cluster, name):
            return name


def _blockers(
    cluster: Cluster,
    subject: Subject,
    after: Definition,
    target: str,
    kept: str,
    templates: MatchingTemplates,
    space: Space,
    options: MigrateOptions,
) -> list[str]:
    found = []
    if subject.stream is not None:
        found += _backing_blockers(cluster, subject.stream, subject.source)
    if exists(cluster, target):
        found.append(f"there is an index or alias {target} already: delete it, or name another with --target")
    if len(target.encode()) > LONGEST_TARGET:
        found.append(f"the name {target} is too long: name another with --target")
    if subject.kind == "index" and exists(cluster, kept):
        found.append(
            f"there is an index {kept} already, where {subject.source} would be kept: delete or rename it"
        )
    source = subject.mappings.get("_source", {})
    if source.get("enabled") in (False, "false"):
        found.append("_source is disabled: the documents are not in the index and cannot be copied from it")
    if source.get("excludes") or source.get("includes"):
        found.append("_source leaves fields out: they are not in the index and would be lost")
    if after.settings.get("mode") == "time_series":
        found.append("index.mode time_series: such an index takes no documents with versions of their own")
    if templates.aliases:
        found.append(
            f"template {', '.join(templates.names)} would put the alias {', '.join(templates.aliases)} on the empty "
            "target: name one that the template does not match with --target"
        )
    if not space.suffices and not options.ignore_disk:
        found.append(
            f"the disks have {_gb(space.free or 0)} free below the low watermark, the target needs "
            f"{_gb(space.needed)}: make room, or go ahead with --ignore-disk"
        )
    return found


def _backing_blockers(cluster: Cluster, stream: str, source: str) -> list[str]:
    if not can_swap(cluster):
        return [f"{cluster.info.distribution} cannot put another index behind data stream {stream}"]
    if backing_indices(cluster, stream)[-1] == source:
        return [
            f"data stream {stream} writes into it: first `esneg migrate {stream} --apply`, which rolls it over"
        ]
    return []


def _warnings(
    subject: Subject,
    managed: list[str],
    templates: MatchingTemplates,
    after: Definition,
    space: Space,
    options: MigrateOptions,
) -> list[str]:
    found = []
    if options.catch_up:
        found.append(
            "writes go on while most is copied, and are refused (403) only during the last pass; deletions "
            "are found in that pass"
        )
    else:
        found.append(
            f"{subject.source} refuses writes (403) from the copy's begin to the switch; --catch-up makes "
            "that short"
        )
    if managed:
        found.append(
            f"{', '.join(managed)} manages {subject.source}: see that it does not roll over, shrink or delete it "
            "meanwhile"
        )
    if subject.kind != "index":
        found.append(f"requests that name {subject.source} itself still reach the old index afterwards")
    else:
        found.append(
            f"{subject.source} is an alias afterwards; the index is kept as {subject.source}{find.BEFORE}"
        )
    if templates.names and (adds := list(_added(templates, after))):
        found.append(f"template {', '.join(templates.names)} adds to the target: {', '.join(adds)}")
    if space.free is None:
        found.append("the cluster does not say how much disk is free")
    synthetic = subject.mappings.get("_source", {}).get("mode") == "synthetic"
    if synthetic or after.settings.get("mapping.source.mode") == "synthetic":
        found.append("_source is synthetic: documents are compared as the engine puts them together")
    return found


def _never_carried(managed: list[str]) -> list[NotCarried]:
    found = [
        NotCarried(
            "_seq_no and _primary_term of documents",
            "each index counts its own: a client that sends if_seq_no has to read again; _version is kept",
        )
    ]
    found += [
        NotCarried(each, "attach it to the target after the switch; its age begins anew")
        for each in managed
        if each.startswith("ISM policy")
    ]
    return found


def _added(templates: MatchingTemplates, after: Definition) -> list[str]:
    other, _ = carried(
        templates.body.get("settings", {}).get("index", templates.body.get("settings", {})), {}
    )
    new = [name for name in other.settings if name not in after.settings and name != "analysis"]
    fields: Mapping[str, Any] = templates.body.get("mappings", {}).get("properties", {})
    return [f"setting {name}" for name in sorted(new)] + [
        f"field {name}" for name in sorted(fields.keys() - after.mappings.get("properties", {}).keys())
    ]


def _gb(size: int) -> str:
    return f"{size / 1e9:,.1f} GB"
