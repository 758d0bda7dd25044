"""What an audit looked at: of the rest, nothing can be said."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.audit.model import AuditReport
from esneg.audit.policy.suppressions import pattern


def covers(report: AuditReport, targets: Sequence[str], name: str, subject: str = "index") -> bool:
    """Whether an audit looked at an index, template, script or pipeline.

    Args:
        targets: what it was asked to look at; none means everything.
        name: its name, or a pattern that stands for several.
        subject: what it is; only an audit of everything reads what is no index.
    """
    if report.sources:
        return name in report.sources
    if not targets:
        return True
    return subject == "index" and any(pattern(target).fullmatch(name) for target in targets)
