"""What makes a finding the same finding in the next run."""

from __future__ import annotations

import hashlib
import json
import re

from esneg.audit.model import Finding

_BACKING_INDEX = re.compile(r"\.ds-(?P<stream>.+?)(-\d{4}\.\d{2}\.\d{2})?-\d{6}")
"""A data stream's backing index: ".ds-logs-2026.11.30-000042" on Elasticsearch, ".ds-logs-000042" on OpenSearch."""


def fingerprint(finding: Finding) -> str:
    """128 bits in hexadecimal that say which rule found which loss where.

    It does not change with the order of findings, with the words of messages, with the cues that are lost (a
    `Baseline` compares these itself) or when a data stream rolls over.
    """
    cause = finding.cause
    identity = [
        finding.rule,
        finding.subject,
        stable_name(finding.index),
        finding.field,
        finding.side,
        finding.language,
        cause.kind,
        cause.name,
    ]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]


def stable_name(index: str) -> str:
    """The data stream of a backing index; any other name as it is."""
    backing = _BACKING_INDEX.fullmatch(index)
    return backing["stream"] if backing else index
