"""The report as Markdown, short enough for a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from esneg.audit.model import AuditReport
from esneg.reports.stories import Story, headline, shown_cause, stories
from esneg.reports.summary import asides, number, scope, verdict
from esneg.visible import visible

_SHOWN = 5
"""Entries of a list to show before the rest is counted."""

_ROOM = 60_000
"""Characters: GitHub takes 65,536 in a comment."""

_NO_WIDTH = "\u200b"
"""After an @ it keeps GitHub from finding a name to notify."""

_MARKS = {"error": "🛑", "warning": "⚠️", "info": "ℹ️"}


def pieces(report: AuditReport) -> Iterator[str]:
    """The Markdown text."""
    yield f"## esneg audit: {verdict(report).words}\n\n"
    yield f"{'; '.join((_plain(scope(report)), *asides(report)))}.\n"
    told = stories(report.findings)
    room = _ROOM
    for done, story in enumerate(told):
        text = "".join(_story(story))
        room -= len(text)
        if room < 0:
            yield f"\n... and {number(len(told) - done, 'more cause')}: see the whole report.\n"
            break
        yield text
    yield from _listed(
        "Could not be audited", [f"{_code(each.target)}: {_plain(each.reason)}" for each in report.unaudited]
    )
    yield from _listed(
        "Fixed since the baseline", [_code(f"{e.rule} {e.index} / {e.field}") for e in report.policy.fixed]
    )
    yield from _listed("The policy", [_plain(notice) for notice in report.policy.notices])


def _story(story: Story) -> Iterator[str]:
    first = story.first
    kind, name, settings = shown_cause(first)
    yield f"\n### {_MARKS[first.severity]} {_plain(headline(first)) or first.rule}\n\n"
    places = story.places
    for place in places[:_SHOWN]:
        yield f"- {_code(place.name)} ({' + '.join(place.sides)} side)\n"
    if len(places) > _SHOWN:
        yield f"- and {number(len(places) - _SHOWN, 'more field')}\n"
    yield "\n| | |\n|---|---|\n"
    if story.lost_cues:
        yield f"| loses | {', '.join(map(_cell, story.lost_cues))} |\n"
    yield f"| cause | {kind} {_cell(name)} {_cell(settings) if settings else ''} |\n"
    evidence = first.evidence
    if evidence.affirmative:
        yield f"| says | {_plain(evidence.affirmative)} → {_cell(' '.join(evidence.tokens_affirmative))} |\n"
        yield f"| denies | {_plain(evidence.negated)} → {_cell(' '.join(evidence.tokens_negated))} |\n"
    for rule, consequence in story.consequences:
        yield f"| {rule} | {_plain(consequence)} |\n"
    for remedy in story.remedies:
        yield f"| remedy | {_plain(remedy)} |\n"


def _listed(title: str, entries: Sequence[str]) -> Iterator[str]:
    if not entries:
        return
    yield f"\n<details><summary>{title} ({len(entries):,})</summary>\n\n"
    yield from (f"- {entry}\n" for entry in islice(entries, 4 * _SHOWN))
    if len(entries) > 4 * _SHOWN:
        yield f"- and {len(entries) - 4 * _SHOWN:,} more\n"
    yield "\n</details>\n"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is: nothing in it is markup, a link, a mention or the end of a table cell."""
    escaped = re.sub(r"([\\`*_{}\[\]()#+\-.!|~>])", r"\\\1", visible(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace("@", f"@{_NO_WIDTH}")


def _code(text: str) -> str:
    """A code span: in it GitHub finds no mentions. It is fenced by more backticks than stand together within."""
    plain = visible(text)
    longest = max((len(run) for run in re.findall("`+", plain)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if plain.startswith("`") or plain.endswith("`") or not plain.strip() else ""
    return f"{fence}{padding}{plain}{padding}{fence}"


def _cell(text: str) -> str:
    """A code span in a table, where even there a bar ends the cell."""
    return _code(text).replace("|", "\\|")
