"""The report as JSON (``esneg.audit/1``)."""

from __future__ import annotations

import json

from esneg.audit.model import AuditReport


def render(report: AuditReport) -> str:
    """The report as indented JSON; text stays readable in every script."""
    return json.dumps(report.to_dict(), indent=2, ensure_ascii=False)
