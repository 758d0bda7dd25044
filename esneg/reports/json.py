"""The report as JSON (``esneg.audit/1``)."""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import AuditReport
from esneg.reports.json_stream import json_pieces


def pieces(report: AuditReport) -> Iterator[str]:
    """The JSON text, one finding a line."""
    return json_pieces(report.parts())
