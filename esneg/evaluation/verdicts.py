"""Verdicts over runs: what `compare` and `gate` come to. Plain results; nothing here decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

COMPARE_SCHEMA = "esneg.eval.compare/1"
GATE_SCHEMA = "esneg.eval.gate/1"

CheckOutcome = Literal["passed", "failed", "missing"]


@dataclass(frozen=True)
class Change:
    """One row of a suite in both runs.

    Attributes:
        measure: the suite's primary measure.
        before, after: its means over the items that both runs have.
        n: how many those are.
        p_adjusted: after Holm's correction over all changes of the comparison.
        better: whether more or less of the measure is better.
        verdict: "better", "worse", or "no change beyond chance".
    """

    suite: str
    labels: Mapping[str, str]
    measure: str
    before: float
    after: float
    n: int
    p: float
    p_adjusted: float
    better: str
    verdict: str


@dataclass(frozen=True)
class RunComparison:
    """All changes, and what could not be compared and why."""

    changes: tuple[Change, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        changes = [vars(each) | {"labels": dict(each.labels)} for each in self.changes]
        return {"schema": COMPARE_SCHEMA, "changes": changes, "notes": list(self.notes)}


@dataclass(frozen=True)
class Rule:
    """One threshold.

    Attributes:
        suite: whose figures.
        table: the table's name; any when empty.
        where: labels that a row must have, such as {"stage": "rrf esneg"}. Every row that has them must pass.
        figure: the figure's name.
        at_least, at_most: the limits; at least one of them.
        bound: what is held against the limit: the value, or an end of its 95 % interval ("low" asks for certainty
            that the value is high enough).
        min_n: the figure must rest on as many items.
    """

    suite: str
    figure: str
    where: Mapping[str, str]
    table: str = ""
    at_least: float | None = None
    at_most: float | None = None
    bound: str = "value"
    min_n: int = 0


@dataclass(frozen=True)
class Check:
    """What a rule came to on one row; "missing" when the run has nothing that it could be held against."""

    rule: Rule
    outcome: CheckOutcome
    labels: Mapping[str, str]
    found: float | None
    n: int
    why: str


@dataclass(frozen=True)
class GateResult:
    """All checks."""

    checks: tuple[Check, ...]

    @property
    def exit_status(self) -> int:
        """0 when all passed, 1 when one failed, 2 when one could not be decided."""
        outcomes = {check.outcome for check in self.checks}
        return 2 if "missing" in outcomes else 1 if "failed" in outcomes else 0

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        checks = [
            {
                "suite": check.rule.suite,
                "figure": check.rule.figure,
                "labels": dict(check.labels),
                "bound": check.rule.bound,
                "at_least": check.rule.at_least,
                "at_most": check.rule.at_most,
                "found": check.found,
                "n": check.n,
                "outcome": check.outcome,
                "why": check.why,
            }
            for check in self.checks
        ]
        return {"schema": GATE_SCHEMA, "exit_status": self.exit_status, "checks": checks}
