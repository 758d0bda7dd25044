"""What was probed in which language, and what was lost of it, for a page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from esneg.audit.model import AuditReport
from esneg.reports.stories import COLLAPSE


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """One language of an audit.

    Attributes:
        code, name: such as "en" and "English".
        pairs: minimal pairs that every analysis of the language was probed with.
        cues: each cue that they turn on, with whether some analysis loses it.
        analyzers: the analyzers that lose one.
    """

    code: str
    name: str
    pairs: int
    cues: tuple[tuple[str, bool], ...]
    analyzers: tuple[str, ...]


def language_rows(report: AuditReport) -> list[LanguageRow]:
    """A row for each language; what is suppressed or known is lost all the same.

    The two apostrophes make one cue.
    """
    lost: dict[str, set[str]] = {}
    analyzers: dict[str, dict[str, None]] = {}
    policy = report.policy
    set_aside = (each.finding for each in policy.suppressed)
    for finding in chain(report.findings, policy.known, set_aside):
        if finding.rule in COLLAPSE:
            lost.setdefault(finding.language, set()).update(map(_plain, finding.lost_cues))
            analyzers.setdefault(finding.language, {})[finding.analyzer] = None
    return [
        LanguageRow(
            each.code,
            each.name,
            each.pairs,
            tuple((cue, cue in lost.get(each.code, ())) for cue in dict.fromkeys(map(_plain, each.cues))),
            tuple(filter(None, analyzers.get(each.code, ()))),
        )
        for each in report.probed
    ]


def _plain(cue: str) -> str:
    return cue.replace("\u2019", "'")
