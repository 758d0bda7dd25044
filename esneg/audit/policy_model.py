"""What a policy made of findings, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from esneg.audit.model import Finding, Severity


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that the configuration sets aside, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """A finding as a baseline remembers it; ``fingerprint`` is that of `esneg.audit.policy.fingerprint`."""

    fingerprint: str
    rule: str
    severity: str
    subject: str
    index: str
    field: str
    side: str
    lost_cues: tuple[str, ...]


@dataclass(frozen=True)
class PolicyOutcome:
    """What a policy made of the findings of one audit.

    Attributes:
        suppressed: findings set aside by the configuration; they fail nothing.
        known: findings that are in the baseline; they fail nothing.
        fixed: what is in the baseline and was looked for in vain.
        notices: what a person should mend in the policy itself: a suppression that has expired or matches nothing.
        compared: whether there was a baseline to compare with.
        fail_on: the mildest severity that fails.
    """

    suppressed: tuple[Suppressed, ...] = ()
    known: tuple[Finding, ...] = ()
    fixed: tuple[BaselineEntry, ...] = ()
    notices: tuple[str, ...] = ()
    compared: bool = False
    fail_on: Severity = "error"
