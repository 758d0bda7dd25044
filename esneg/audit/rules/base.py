"""What a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from esneg.audit.model import Finding, Severity
from esneg.audit.probe import FieldProbe


@dataclass(frozen=True)
class Rule:
    """One way to lose negation, and how it is recognised.

    Attributes:
        id: "NEG" and three digits; never used twice.
        name: the rule in two or three words.
        severity: of its findings.
        check: reads a probed field and yields findings. It leaves ``index`` empty and ``field`` as probed: the
            runner fills in every index and field that shares the analysis.
    """

    id: str
    name: str
    severity: Severity
    check: Callable[[FieldProbe], Iterator[Finding]]
