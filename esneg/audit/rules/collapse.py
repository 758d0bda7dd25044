"""What the collapse rules share: minimal pairs that one side cannot tell apart, gathered by their cause."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from esneg.analysis.cause import LossStage
from esneg.audit.model import Evidence, Finding, Severity, Side
from esneg.audit.probe import FieldProbe, ProbedPair, SideProbe
from esneg.audit.remedies import remedy_for
from esneg.audit.rules.drafts import draft


def collapses(
    probe: FieldProbe, side: Side, *, rule: str, severity: Severity, consequence: str
) -> Iterator[Finding]:
    """One finding for each language and cause that makes minimal pairs collapse on a side."""
    probed = probe.side(side)
    if probed is None:
        return
    by_cause: dict[tuple[str, str], list[ProbedPair]] = {}
    for pair in probed.pairs:
        if pair.collapsed:
            by_cause.setdefault((pair.language, _identity(pair.loss)), []).append(pair)
    for (language, _), pairs in by_cause.items():
        yield _finding(probe, probed, language, pairs, rule, severity, consequence)


def _finding(
    probe: FieldProbe,
    side: SideProbe,
    language: str,
    pairs: list[ProbedPair],
    rule: str,
    severity: Severity,
    consequence: str,
) -> Finding:
    first = pairs[0]
    lost = tuple(dict.fromkeys(pair.pair.cue for pair in pairs))
    stage = first.loss or LossStage("analyzer", side.analyzer, {})
    return draft(
        probe,
        side,
        rule=rule,
        severity=severity,
        language=language,
        loss=first.loss,
        lost=lost,
        failed=len(pairs),
        probed=sum(1 for pair in side.pairs if pair.language == language),
        evidence=Evidence(
            first.pair.affirmative, first.pair.negated, first.tokens_affirmative, first.tokens_negated
        ),
        consequence=consequence,
        remedy=remedy_for(stage, side.analyzer, lost),
    )


def _identity(loss: LossStage | None) -> str:
    if loss is None:
        return ""
    settings: Mapping[str, Any] = loss.settings
    return f"{loss.kind} {loss.name} {json.dumps(settings, sort_keys=True)}"
