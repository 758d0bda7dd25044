"""What the rules about stored objects share: a finding about a query, a processor or a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from esneg.audit.model import Cause, Evidence, Finding, Severity, Side, Subject


def stored_finding(
    *,
    rule: str,
    severity: Severity,
    subject: Subject,
    name: str,
    side: Side,
    cause: tuple[str, str, Mapping[str, Any]],
    consequence: str,
    remedy: str,
    language: str = "",
    field: str = "",
    lost: Sequence[str] = (),
    evidence: Evidence | None = None,
) -> Finding:
    """A finding about something that the cluster stores by name.

    Args:
        cause: kind ("query", "processor"), name and settings of the part at fault.
    """
    kind, part, settings = cause
    return Finding(
        rule=rule,
        severity=severity,
        index=name,
        field=field,
        side=side,
        field_type="",
        analyzer="",
        language=language,
        cause=Cause(kind, part, settings),
        lost_cues=tuple(lost),
        pairs_collapsed=1,
        pairs_probed=1,
        evidence=evidence or Evidence("", "", (), ()),
        consequence=consequence,
        remedy=remedy,
        subject=subject,
    )


def every_mapping(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every JSON object inside a JSON value, itself included, to any depth."""
    pending = [value]
    while pending:
        at = pending.pop()
        if isinstance(at, Mapping):
            yield at
            pending += at.values()
        elif isinstance(at, list):
            pending += at
