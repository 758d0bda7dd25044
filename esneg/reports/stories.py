"""Findings that one cause tells together: however many fields it hits, a person reads it once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from esneg.audit.model import SEVERITIES, Finding

COLLAPSE = ("NEG001", "NEG002", "NEG003", "NEG011")
"""The rules that find minimal pairs that collapse."""

_LONGEST = 160
"""Characters of a cause's settings to show: a stop list can have thousands of words."""


@dataclass(frozen=True, slots=True)
class Place:
    """A field (or an index, template, script, pipeline) and its sides that are hit."""

    index: str
    field: str
    sides: tuple[str, ...]

    @property
    def name(self) -> str:
        """The place as one name."""
        return f"{self.index} / {self.field}" if self.field else self.index


@dataclass(frozen=True, slots=True)
class Story:
    """Findings of one cause, the gravest first."""

    findings: Sequence[Finding]

    @property
    def first(self) -> Finding:
        """The gravest: what all of them share is read from it."""
        return self.findings[0]

    @property
    def lost_cues(self) -> tuple[str, ...]:
        """Every cue that is lost, once."""
        return tuple(dict.fromkeys(cue for finding in self.findings for cue in finding.lost_cues))

    @property
    def consequences(self) -> tuple[tuple[str, str], ...]:
        """(rule, what a user sees go wrong), each once."""
        return tuple(dict.fromkeys((finding.rule, finding.consequence) for finding in self.findings))

    @property
    def remedies(self) -> tuple[str, ...]:
        """What to do, each once."""
        return tuple(dict.fromkeys(finding.remedy for finding in self.findings))

    @property
    def places(self) -> tuple[Place, ...]:
        """Where it happens, each field once."""
        sides: dict[tuple[str, str], dict[str, None]] = {}
        for finding in self.findings:
            sides.setdefault((finding.index, finding.field), {})[finding.side] = None
        return tuple(Place(index, field, tuple(at)) for (index, field), at in sides.items())


def stories(findings: Sequence[Finding]) -> list[Story]:
    """The findings by their cause, the gravest cause first."""
    by_cause: dict[str, list[Finding]] = {}
    for finding in findings:
        by_cause.setdefault(_identity(finding), []).append(finding)
    found = [Story(sorted(together, key=_gravity)) for together in by_cause.values()]
    return sorted(found, key=lambda story: _gravity(story.first))


def shown_cause(finding: Finding) -> tuple[str, str, str]:
    """What loses the cues: its kind as a person says it, its name, and its settings as JSON that is not too long."""
    cause = finding.cause
    settings = json.dumps(dict(cause.settings), ensure_ascii=False) if cause.settings else ""
    return (
        cause.kind.replace("_", " "),
        cause.name,
        settings if len(settings) <= _LONGEST else f"{settings[: _LONGEST - 3]}...",
    )


def headline(finding: Finding) -> str:
    """A story in a line: what loses negation, and how much."""
    where = [] if finding.subject == "index" else [finding.subject, finding.index]
    analyzer = ["analyzer", finding.analyzer] if finding.analyzer else []
    collapse = (
        [f"cannot tell {finding.pairs_collapsed} of {finding.pairs_probed} pairs of opposites apart"]
        if finding.rule in COLLAPSE
        else []
    )
    language = [f"({finding.language})"] if finding.language else []
    return " ".join((*where, *analyzer, *collapse, *language))


def _identity(finding: Finding) -> str:
    cause = [finding.cause.kind, finding.cause.name, finding.cause.settings]
    # What is no index tells its own story.
    where = "" if finding.subject == "index" else f"{finding.subject} {finding.index}"
    return json.dumps([finding.analyzer, finding.language, cause, where], sort_keys=True)


def _gravity(finding: Finding) -> tuple[int, str]:
    return (SEVERITIES.index(finding.severity), finding.rule)
