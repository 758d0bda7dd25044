"""A finding about one side of a probed field, with what a rule need not say each time."""

from __future__ import annotations

from esneg.analysis.cause import LossStage
from esneg.audit.model import Cause, Evidence, Finding, Severity
from esneg.audit.probe import FieldProbe, SideProbe


def draft(
    probe: FieldProbe,
    side: SideProbe,
    *,
    rule: str,
    severity: Severity,
    language: str,
    loss: LossStage | None,
    lost: tuple[str, ...],
    failed: int,
    probed: int,
    evidence: Evidence,
    consequence: str,
    remedy: str,
) -> Finding:
    """The finding; ``index`` stays empty for the runner to fill in.

    Args:
        loss: the stage at fault; the analyzer as a whole when there is none to name.
    """
    analyzer = side.analyzer or "(not confirmed)"
    cause = Cause(loss.kind, loss.name, loss.settings) if loss else Cause("analyzer", analyzer, {})
    return Finding(
        rule=rule,
        severity=severity,
        index="",
        field=probe.field.path,
        side=side.side,
        field_type=probe.field.described,
        analyzer=analyzer,
        language=language,
        cause=cause,
        lost_cues=lost,
        pairs_collapsed=failed,
        pairs_probed=probed,
        evidence=evidence,
        consequence=consequence,
        remedy=remedy,
    )


def evidence_of(side: SideProbe, affirmative: str, negated: str) -> Evidence:
    """Two probe texts with the tokens that a side makes of them."""
    return Evidence(affirmative, negated, side.tokens[affirmative], side.tokens[negated])
