"""The audit: targets to fields, fields to distinct analyses, one probe each, rules over the probes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from esneg.analysis.fields import TextField, text_fields
from esneg.analysis.settings import AnalysisSettings
from esneg.audit.model import SEVERITIES, AuditReport, Finding, Unaudited
from esneg.audit.probe import languages_of, probe
from esneg.audit.rules import all_rules
from esneg.audit.targets import IndexDefinition, read, resolve
from esneg.clusters import Cluster
from esneg.errors import ClusterError, Unreachable
from esneg.negation import load

Progress = Callable[[str, int, int], None]
"""Told what is going on: (step, done, of how many)."""

_TRIES = 3
"""Members of a group to try before the whole group counts as not to be audited."""


@dataclass
class _Group:
    """Every field of every index that shares one analysis, and so one probe."""

    settings: AnalysisSettings
    languages: tuple[str, ...]
    members: list[tuple[str, TextField]] = field(default_factory=list)


def audit(
    cluster: Cluster,
    targets: Sequence[str] = (),
    *,
    languages: Sequence[str] = (),
    progress: Progress | None = None,
) -> AuditReport:
    """Finds every field whose analysis erases negation.

    The number of probes grows with the distinct analyses and not with indices or fields.

    Args:
        targets: indices, aliases, data streams or wildcards; none means all that are not hidden.
        languages: codes of the languages to probe with; by default each field's own, taken from its analyzers.
        progress: told how far the audit is.

    Raises:
        UsageError: a language that esneg has no data for.
        Unreachable: the cluster does not answer (any more).
    """
    for code in languages:
        load(code)
    tell = progress or (lambda step, done, total: None)
    names, unaudited = resolve(cluster, targets)
    not_analyzed: list[Unaudited] = []
    groups: dict[tuple[object, ...], _Group] = {}
    indices = fields = 0
    for definition in read(cluster, names):
        tell("reading indices", indices, len(names))
        indices += 1
        if isinstance(definition, Unaudited):
            unaudited.append(definition)
            continue
        for found in text_fields(definition.mappings):
            fields += 1
            if (reason := _nothing_to_lose(found)) is not None:
                not_analyzed.append(Unaudited(f"{definition.name}/{found.path}", reason))
            else:
                _assign(groups, definition, found, languages)
    findings: list[Finding] = []
    for done, group in enumerate(groups.values()):
        tell("probing analyses", done, len(groups))
        drafts, refused = _probe_group(cluster, group)
        unaudited += refused
        if not refused:
            findings += [
                replace(draft, index=index, field=member.path, field_type=member.described)
                for draft in drafts
                for index, member in group.members
            ]
    info = cluster.info
    return AuditReport(
        cluster={
            "engine": info.engine,
            "distribution": info.distribution,
            "version": info.version,
            "name": info.cluster_name,
        },
        findings=tuple(sorted(findings, key=_order)),
        unaudited=tuple(unaudited),
        not_analyzed=tuple(not_analyzed),
        indices=indices,
        fields=fields,
        analyses=len(groups),
        languages=tuple(sorted({code for group in groups.values() for code in group.languages})),
    )


def _nothing_to_lose(found: TextField) -> str | None:
    if not found.analyzed:
        return f"{found.described}: its values are not analyzed"
    if not found.indexed:
        return "not indexed: it cannot be searched"
    return None


def _assign(
    groups: dict[tuple[object, ...], _Group],
    definition: IndexDefinition,
    found: TextField,
    languages: Sequence[str],
) -> None:
    spoken = tuple(languages) or languages_of(found, definition.analysis)
    key = (
        definition.analysis.canonical(),
        found.type,
        found.analyzer,
        found.search_analyzer,
        found.search_quote_analyzer,
        found.normalizer,
        spoken,
    )
    group = groups.setdefault(key, _Group(definition.analysis, spoken))
    group.members.append((definition.name, found))


def _probe_group(cluster: Cluster, group: _Group) -> tuple[list[Finding], list[Unaudited]]:
    reason = ""
    for index, member in _different_indices(group.members):
        try:
            probed = probe(cluster, index, member, group.settings, group.languages)
        except Unreachable:
            raise
        except ClusterError as error:
            # The index may be broken and not the analysis: another member can still speak for the group.
            reason = reason or error.message
            continue
        return [finding for rule in all_rules() for finding in rule.check(probed)], []
    return [], [Unaudited(f"{index}/{member.path}", reason) for index, member in group.members]


def _different_indices(members: Iterable[tuple[str, TextField]]) -> list[tuple[str, TextField]]:
    by_index: dict[str, TextField] = {}
    for index, member in members:
        by_index.setdefault(index, member)
        if len(by_index) == _TRIES:
            break
    return list(by_index.items())


def _order(finding: Finding) -> tuple[int, str, str, str, str]:
    return (SEVERITIES.index(finding.severity), finding.index, finding.field, finding.side, finding.rule)
