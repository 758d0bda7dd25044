"""Findings by index and by field, for a page: indices that have the same findings are told once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from esneg.audit.model import SEVERITIES, Finding, Severity

_Loss = tuple[str, str, Severity, str]
"""Side, rule, severity, analyzer."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """Fields with the same losses.

    Attributes:
        fields: their names; one that is empty stands for the index as a whole.
        severity: of the gravest loss.
        analyzers: what serves the sides that lose.
        losses: side to the rules that it breaks.
    """

    fields: tuple[str, ...]
    severity: Severity
    analyzers: tuple[str, ...]
    losses: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Family:
    """Indices (or templates, scripts, pipelines) with the same losses in the same fields."""

    subject: str
    names: tuple[str, ...]
    rows: tuple[FieldRow, ...]


def families(findings: Sequence[Finding]) -> list[Family]:
    """The findings as families, those with the gravest losses first."""
    by_index: dict[tuple[str, str], dict[str, dict[_Loss, None]]] = {}
    for finding in findings:
        fields = by_index.setdefault((finding.subject, finding.index), {})
        loss = (finding.side, finding.rule, finding.severity, finding.analyzer)
        fields.setdefault(finding.field, {})[loss] = None
    by_content: dict[tuple[str, tuple[tuple[str, tuple[_Loss, ...]], ...]], list[str]] = {}
    for (subject, index), fields in by_index.items():
        content = tuple((field, tuple(losses)) for field, losses in sorted(fields.items()))
        by_content.setdefault((subject, content), []).append(index)
    found = [
        Family(subject, tuple(names), _rows(content)) for (subject, content), names in by_content.items()
    ]
    return sorted(found, key=lambda family: SEVERITIES.index(family.rows[0].severity))


def _rows(content: tuple[tuple[str, tuple[_Loss, ...]], ...]) -> tuple[FieldRow, ...]:
    by_losses: dict[tuple[_Loss, ...], list[str]] = {}
    for field, losses in content:
        by_losses.setdefault(losses, []).append(field)
    rows = [_row(fields, losses) for losses, fields in by_losses.items()]
    return tuple(sorted(rows, key=lambda row: SEVERITIES.index(row.severity)))


def _row(fields: Sequence[str], losses: tuple[_Loss, ...]) -> FieldRow:
    by_side: dict[str, dict[str, None]] = {}
    for side, rule, _, _ in losses:
        by_side.setdefault(side, {})[rule] = None
    return FieldRow(
        tuple(fields),
        min((severity for _, _, severity, _ in losses), key=SEVERITIES.index),
        tuple(dict.fromkeys(analyzer for *_, analyzer in losses if analyzer)),
        tuple((side, tuple(rules)) for side, rules in by_side.items()),
    )
