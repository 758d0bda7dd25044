"""Compares an audit with a baseline: what is new, what is known, what is fixed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from esneg.audit.model import SEVERITIES, AuditReport, Finding, Severity
from esneg.audit.policy.baseline import Baseline
from esneg.audit.policy.fingerprints import fingerprint
from esneg.audit.policy.scope import covers
from esneg.audit.policy_model import BaselineEntry


def compare(
    report: AuditReport,
    baseline: Baseline,
    *,
    at_least: Severity = "warning",
    targets: Sequence[str] = (),
) -> AuditReport:
    """The report with new findings only; the known and the fixed ones stand in its ``policy``.

    Args:
        at_least: the mildest severity that the report holds.
        targets: what the audit was asked to look at: only there can something be fixed.
    """
    new: list[Finding] = []
    known: list[Finding] = []
    seen = {fingerprint(each.finding) for each in report.policy.suppressed}
    for finding in report.findings:
        mark = fingerprint(finding)
        seen.add(mark)
        (known if baseline.knows(finding, mark) else new).append(finding)
    fixed = (
        entry
        for mark, entry in baseline.entries.items()
        if mark not in seen
        and covers(report, targets, entry.index, entry.subject)
        and _was_looked_for(entry, report, at_least)
    )
    policy = replace(report.policy, known=tuple(known), fixed=tuple(fixed), compared=True)
    return replace(report, findings=tuple(new), policy=policy)


def _was_looked_for(entry: BaselineEntry, report: AuditReport, at_least: Severity) -> bool:
    """Whether the finding would be in the report if it still were there."""
    if entry.severity not in SEVERITIES[: SEVERITIES.index(at_least) + 1]:
        return False
    if entry.subject == "index":
        starts: tuple[str, ...] = (f"{entry.index}/",)
    else:
        # What is no index is read as a whole, and listed under the name of its kind or rule.
        starts = (f"{entry.subject} {entry.index}:", entry.rule, "templates")
    return not any(each.target == entry.index or each.target.startswith(starts) for each in report.unaudited)
