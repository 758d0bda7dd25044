"""Findings that somebody has looked at and set aside, with a reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from esneg.audit.model import Finding


@lru_cache(maxsize=1024)
def pattern(text: str) -> re.Pattern[str]:
    """A name in which ``*`` stands for anything, as the engines have it; every other character is itself."""
    return re.compile(".*".join(re.escape(part) for part in text.split("*")), re.DOTALL)


@dataclass(frozen=True, slots=True)
class Suppression:
    """Sets findings aside.

    Attributes:
        reason: why; a person wrote it for other persons.
        rule: the rule's id, or "*".
        index: a pattern for the index (or the template, script or pipeline).
        field: a pattern for the field.
        expires: the last day on which it holds; None means for ever.
    """

    reason: str
    rule: str = "*"
    index: str = "*"
    field: str = "*"
    expires: date | None = None

    def holds(self, today: date) -> bool:
        """Whether it has not expired."""
        return self.expires is None or today <= self.expires

    def matches(self, finding: Finding) -> bool:
        """Whether it speaks of a finding, expired or not."""
        return (
            self.rule in ("*", finding.rule)
            and pattern(self.index).fullmatch(finding.index) is not None
            and pattern(self.field).fullmatch(finding.field) is not None
        )

    def __str__(self) -> str:
        """What it suppresses, for a message."""
        rule = "every rule" if self.rule == "*" else self.rule
        return f"{rule} in {self.index} / {self.field} ({self.reason})"
