"""Finds where a cluster's analysis erases negation: `audit` returns an `AuditReport`."""

from esneg.audit.model import SEVERITIES, AuditReport, Cause, Evidence, Finding, Unaudited
from esneg.audit.runner import audit

__all__ = ["SEVERITIES", "AuditReport", "Cause", "Evidence", "Finding", "Unaudited", "audit"]
