"""The audit: targets to families of indices, fields to distinct analyses, one probe each, rules over the probes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from operator import attrgetter

from esneg.audit.basis import probed_language
from esneg.audit.collection import collection_paused
from esneg.audit.definitions import Waiting, probe_definitions, waiting_in_index
from esneg.audit.families import Families, Family
from esneg.audit.groups import Group, group, nothing_to_lose
from esneg.audit.model import SEVERITIES, AuditReport, Finding, Severity, Unaudited
from esneg.audit.probe import FieldProbe, probe
from esneg.audit.rules import all_rules
from esneg.audit.rules.base import ClusterView, IndexView
from esneg.audit.rules.documentation import rule_info
from esneg.audit.targets import read, resolve
from esneg.audit.templates import waiting_in_templates
from esneg.clusters import Cluster
from esneg.errors import ClusterError, Unreachable
from esneg.negation import load

Progress = Callable[[str, int, int], None]
"""Told what is going on: (step, done, of how many)."""

_AT_ONCE = 4
"""Analyses to probe at the same time: quick, and no burden to a cluster in use."""

_TRIES = 3
"""Indices of a group to try before the whole group counts as not to be audited."""


@dataclass
class _Audit:
    """What one run has found so far."""

    cluster: Cluster
    languages: tuple[str, ...]
    tell: Progress
    findings: list[Finding] = field(default_factory=list)
    unaudited: list[Unaudited] = field(default_factory=list)
    reported: frozenset[str] = frozenset(SEVERITIES)
    hidden: int = 0
    losing: dict[int, set[str]] = field(default_factory=dict)
    """The id of a family to the fields that lose cues on their index side."""

    def shown(self, drafts: Sequence[Finding], *, places: int = 1) -> list[Finding]:
        """The findings that are grave enough to be reported; the others are counted, once for each place."""
        kept = [draft for draft in drafts if draft.severity in self.reported]
        self.hidden += (len(drafts) - len(kept)) * places
        return kept


def audit(
    cluster: Cluster,
    targets: Sequence[str] = (),
    *,
    languages: Sequence[str] = (),
    at_least: Severity = "warning",
    progress: Progress | None = None,
) -> AuditReport:
    """Finds every way in which a cluster's analysis erases negation.

    The number of probes grows with the distinct analyses and not with indices or fields. Nothing is written.

    Args:
        targets: indices, aliases, data streams or wildcards; none means all that are not hidden, and then also what
            belongs to no index (templates, stored search templates, ingest and search pipelines).
        languages: codes of the languages to probe with; by default each field's own, taken from its analyzers.
        at_least: the mildest severity to report; milder findings are only counted (``hidden``).
        progress: told how far the audit is.

    Raises:
        UsageError: a language that esneg has no data for.
        Unreachable: the cluster does not answer (any more).
    """
    for code in languages:
        load(code)
    run = _Audit(
        cluster,
        tuple(languages),
        progress or (lambda step, done, total: None),
        reported=frozenset(SEVERITIES[: SEVERITIES.index(at_least) + 1]),
    )
    names, refused = resolve(cluster, targets)
    run.unaudited += refused
    families = _families(run, names)
    groups = group(families, languages)
    for done, (each, probed) in enumerate(zip(groups, _probed(cluster, groups), strict=True)):
        run.tell("probing analyses", done, len(groups))
        _fields(run, each, probed)
    for family in families:
        _index(run, family)
    _definitions(run, families, everywhere=not targets)
    spoken = tuple(sorted({code for each in groups for code in each.languages}))
    if not targets:
        _whole_cluster(run, tuple(languages) or spoken or ("en",))
    info = cluster.info
    return AuditReport(
        cluster={
            "engine": info.engine,
            "distribution": info.distribution,
            "version": info.version,
            "name": info.cluster_name,
        },
        findings=_in_order(run.findings),
        hidden=run.hidden,
        unaudited=tuple(run.unaudited),
        not_analyzed=tuple(_not_analyzed(families)),
        indices=len(names),
        fields=sum(len(family.fields) * len(family.names) for family in families),
        analyses=len(groups),
        languages=spoken,
        rules=tuple(map(rule_info, all_rules())),
        probed=tuple(
            map(
                probed_language, sorted({*spoken, *(each.language for each in run.findings if each.language)})
            )
        ),
    )


def _families(run: _Audit, names: Sequence[str]) -> list[Family]:
    families = Families()
    for done, definition in enumerate(read(run.cluster, names)):
        run.tell("reading indices", done, len(names))
        if isinstance(definition, Unaudited):
            run.unaudited.append(definition)
        else:
            families.add(definition)
    return list(families)


def _not_analyzed(families: Iterable[Family]) -> Iterator[Unaudited]:
    for family in families:
        for found in family.fields:
            if (reason := nothing_to_lose(found)) is not None:
                yield from (Unaudited(f"{name}/{found.path}", reason) for name in family.names)


def _probed(cluster: Cluster, groups: Sequence[Group]) -> Iterator[FieldProbe | str]:
    """The probe of each group, in order, a few at a time; the reason for a group that could not be probed."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        try:
            yield from pool.map(partial(_probe_group, cluster), groups)
        finally:
            # With a cluster that is gone there is nothing to wait for.
            pool.shutdown(cancel_futures=True)


def _probe_group(cluster: Cluster, each: Group) -> FieldProbe | str:
    reason = ""
    for index, member in each.representatives(_TRIES):
        try:
            return probe(cluster, index, member, each.settings, each.languages)
        except Unreachable:
            raise
        except ClusterError as error:
            # The index may be broken and not the analysis: another member can still speak for the group.
            reason = reason or error.message
    return reason


def _fields(run: _Audit, each: Group, probed: FieldProbe | str) -> None:
    if isinstance(probed, str):
        run.unaudited += [Unaudited(f"{name}/{found.path}", probed) for name, found in each.places()]
        return
    drafts = [finding for rule in all_rules() if rule.field for finding in rule.field(probed)]
    index_side = probed.side("index")
    if index_side is not None and any(pair.collapsed for pair in index_side.pairs):
        for family, found in each.members:
            run.losing.setdefault(id(family), set()).add(found.path)
    shown = run.shown(drafts, places=sum(len(family.names) for family, _ in each.members))
    with collection_paused():
        run.findings += [
            draft.at(name, found.path, described)
            for draft in shown
            for family, found in each.members
            for described in (found.described,)
            for name in family.names
        ]


def _index(run: _Audit, family: Family) -> None:
    losing = frozenset(run.losing.get(id(family), ()))
    view = IndexView(family.fields, family.vectors, losing)
    drafts = [finding for rule in all_rules() if rule.index for finding in rule.index(view)]
    run.findings += [
        draft.at(name, draft.field, draft.field_type)
        for draft in run.shown(drafts, places=len(family.names))
        for name in family.names
    ]


def _definitions(run: _Audit, families: Iterable[Family], *, everywhere: bool) -> None:
    _probe_waiting(
        run,
        (
            replace(waiting, name=name)
            for family in families
            for waiting in waiting_in_index("", family.settings, family.mappings)
            for name in family.names
        ),
    )
    if everywhere:
        try:
            _probe_waiting(run, list(waiting_in_templates(run.cluster)))
        except Unreachable:
            raise
        except ClusterError as error:
            run.unaudited.append(Unaudited("templates", error.message))


def _probe_waiting(run: _Audit, waiting: Iterable[Waiting]) -> None:
    for result in probe_definitions(run.cluster, waiting, run.languages):
        if isinstance(result, tuple):
            each, reason = result
            run.unaudited.append(Unaudited(f"{each.subject} {each.name}: analyzer {each.analyzer}", reason))
        else:
            found = [
                finding for rule in all_rules() if rule.definition for finding in rule.definition(result)
            ]
            run.findings += run.shown(found)


def _whole_cluster(run: _Audit, languages: tuple[str, ...]) -> None:
    for rule in all_rules():
        if rule.cluster is None:
            continue
        run.tell(rule.name, 0, 1)
        try:
            run.findings += run.shown(list(rule.cluster(ClusterView(run.cluster, languages))))
        except Unreachable:
            raise
        except ClusterError as error:
            run.unaudited.append(Unaudited(f"{rule.id} {rule.name}", error.message))


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Graver ones first, then by index, field, side and rule."""
    by_severity: dict[Severity, list[Finding]] = {severity: [] for severity in SEVERITIES}
    with collection_paused():
        for finding in findings:
            by_severity[finding.severity].append(finding)
        for together in by_severity.values():
            together.sort(key=attrgetter("index", "field", "side", "rule"))
        return tuple(chain.from_iterable(by_severity.values()))
