"""What an audit judges with, as plain data: its rules, and the languages that it probed in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule, for reports.

    Attributes:
        id: such as "NEG001".
        name: in two or three words.
        severity: of its findings when no configuration says otherwise.
        summary: one sentence: what goes wrong.
        explanation: the anti-pattern and the better form, as Markdown.
    """

    id: str
    name: str
    severity: str
    summary: str
    explanation: str

    @property
    def anchor(self) -> str:
        """The anchor of the rule's section in docs/rules.md."""
        return f"{self.id} {self.name} {self.severity}".lower().replace(" ", "-")


@dataclass(frozen=True, slots=True)
class ProbedLanguage:
    """A language that was probed in.

    Attributes:
        code, name: such as "en" and "English".
        pairs: its minimal pairs, each of which is run through every analysis.
        cues: the cues that these turn on.
    """

    code: str
    name: str
    pairs: int
    cues: tuple[str, ...]
