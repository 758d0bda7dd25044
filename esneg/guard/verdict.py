"""What the guard says of two texts, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Outcome = Literal["same", "opposite", "different", "unsure"]
Kind = Literal["question", "statement"]


@dataclass(frozen=True)
class Evidence:
    """One thing that was found.

    Attributes:
        rule: which rule found it: "identical", "negation", "antonym", "number", "date", "name", "role", "asked",
            "words", "model", "language" or "failure".
        says: the outcome that it speaks for.
        a: the part of the first text that it rests on; may be empty.
        b: the part of the second.
        note: in plain words.
    """

    rule: str
    says: Outcome
    a: str = ""
    b: str = ""
    note: str = ""


@dataclass(frozen=True)
class Verdict:
    """What the guard says.

    Attributes:
        outcome: "same": one answer serves both; "opposite": they ask or state opposite things; "different": they
            ask or state different things; "unsure": nothing reliable is known. Only "same" may be served or merged.
        decided_by: "rules", "model" or "nothing" (then the outcome is "unsure").
        scores: the model's probabilities of "same", "unrelated" and "opposite"; empty when it was not asked.
        evidence: what was found, the deciding piece first.
    """

    outcome: Outcome
    decided_by: Literal["rules", "model", "nothing"]
    scores: Mapping[str, float] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()

    @property
    def safe(self) -> bool:
        """Whether an answer to one text may be served for the other, or the two be merged."""
        return self.outcome == "same"

    @property
    def opposition(self) -> float:
        """How strongly the two oppose each other, 0 to 1: 1 or 0 where rules decided, the model's probability of
        "opposite" where it did, 0.5 where nothing is known. For thresholds and curves."""
        if self.decided_by == "rules":
            return 1.0 if self.outcome == "opposite" else 0.0
        return self.scores.get("opposite", 0.5)

    def to_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)
