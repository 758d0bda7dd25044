"""An audit in a line: the verdict, and what was looked at."""

from __future__ import annotations

from typing import Literal, NamedTuple

from esneg.audit.model import AuditReport


class Verdict(NamedTuple):
    """What an audit comes to: some words, and whether they are good, bad or leave doubt."""

    words: str
    kind: Literal["good", "bad", "doubt"]


def verdict(report: AuditReport) -> Verdict:
    """The verdict on what was found; what is suppressed or known does not count against it."""
    if report.findings:
        counts = (number(report.count("error"), "error"), number(report.count("warning"), "warning"))
        notes = report.count("info")
        return Verdict(", ".join((*counts, number(notes, "note")) if notes else counts), "bad")
    if report.unaudited:
        return Verdict("nothing found, but not everything was audited", "doubt")
    if report.policy.suppressed or report.policy.known:
        return Verdict("nothing new", "good")
    if not report.fields:
        # Files may hold templates only, which have no fields before an index uses them.
        return Verdict("nothing found", "good") if report.sources else Verdict("no text fields", "doubt")
    return Verdict("clean: every pair of opposites stays apart", "good")


def scope(report: AuditReport) -> str:
    """What was looked at, and by what: "40 fields in 2 indices, 3 distinct analyses, on OpenSearch 3.5.0"."""
    judge = f"{report.cluster.get('distribution')} {report.cluster.get('version')}".strip()
    return (
        f"{number(report.fields, 'field')} in {number(report.indices, 'index', 'indices')}, "
        f"{number(report.analyses, 'distinct analysis', 'distinct analyses')}, "
        f"{'by' if report.static else 'on'} {judge}"
    )


def asides(report: AuditReport) -> list[str]:
    """What is not among the findings, counted: milder, suppressed, known, fixed."""
    policy = report.policy
    counts = (
        (report.hidden, "milder, not shown"),
        (len(policy.suppressed), "suppressed"),
        (len(policy.known), "known from the baseline"),
        (len(policy.fixed), "fixed since the baseline"),
    )
    return [f"{count:,} {what}" for count, what in counts if count]


def number(count: int, one: str, many: str = "") -> str:
    """A count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
