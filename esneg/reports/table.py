"""The report for a person at a terminal: one block a cause, however many fields it hits."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from esneg.audit.model import AuditReport, Finding
from esneg.reports.stories import COLLAPSE, Story, shown_cause, stories
from esneg.reports.summary import asides, scope, verdict
from esneg.visible import visible

_STYLE = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}
_VERDICT = {"good": "bold green", "doubt": "bold yellow", "bad": "bold red"}
_SHOWN = 5
"""Places of one cause to name before the rest is counted."""


def pieces(report: AuditReport) -> Iterator[str]:
    """The report as `render` writes it."""
    yield render(report)
    yield "\n"


def render(report: AuditReport, *, width: int | None = None, color: bool | None = None) -> str:
    """The report as text, coloured when stdout is a terminal that wants colour.

    Args:
        width: in columns; the terminal's own (100 when there is none).
        color: forces colour on or off.
    """
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ if color is None else color
    console = Console(
        file=io.StringIO(),
        force_terminal=wanted,
        width=width or (None if sys.stdout.isatty() else 100),
        highlight=False,
        color_system="auto" if wanted else None,
    )
    console.print(block(report))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().rstrip("\n")


def block(report: AuditReport) -> RenderableType:
    """The report as something that rich can print; nothing in it can steer the terminal."""
    return _Visible(Group(*_blocks(report)))


class _Visible:
    """What rich makes of something, with control characters and direction marks as their escapes."""

    def __init__(self, inner: RenderableType) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._inner, options):
            # The line breaks here are rich's own: those of names were made visible before.
            lines = segment.text.split("\n")
            yield Segment("\n".join(map(visible, lines)), segment.style, segment.control)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._inner)


def _blocks(report: AuditReport) -> Iterator[RenderableType]:
    for story in stories(report.findings):
        yield from _story(story)
        yield Text()
    yield from _cost(report)
    if report.unaudited:
        yield Text("Could not be audited", style="bold yellow")
        yield from _listed([(each.target, each.reason) for each in report.unaudited])
        yield Text()
    if report.not_analyzed:
        yield Text("Nothing to lose there", style="dim")
        yield from _listed([(each.target, each.reason) for each in report.not_analyzed], style="dim")
        yield Text()
    if report.policy.notices:
        yield Text("The policy", style="bold yellow")
        yield from (Padding(_text(notice), (0, 0, 0, 2)) for notice in report.policy.notices)
        yield Text()
    yield _summary(report)


def _story(story: Story) -> Iterator[RenderableType]:
    first = story.first
    yield _head(first)
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(overflow="fold")
    for label, value in zip(chain(("where",), repeat("")), _places(story), strict=False):
        rows.add_row(label, value)
    if story.lost_cues:
        rows.add_row("loses", _text(", ".join(story.lost_cues), style="red"))
    rows.add_row("cause", _cause(first))
    if first.evidence.affirmative:
        rows.add_row("", Text())
        rows.add_row("says", _evidence(first.evidence.affirmative, first.evidence.tokens_affirmative))
        rows.add_row("denies", _evidence(first.evidence.negated, first.evidence.tokens_negated))
        rows.add_row("", Text())
    for rule, consequence in story.consequences:
        rows.add_row(rule, _text(consequence))
    for remedy in story.remedies:
        rows.add_row("remedy", _text(remedy, style="green"))
    yield Padding(rows, (0, 0, 0, 2))


def _head(finding: Finding) -> Text:
    head = Text()
    head.append(f" {finding.severity} ", style=f"{_STYLE[finding.severity]} reverse")
    if finding.subject != "index":
        head.append(f" {finding.subject} {visible(finding.index)}", style="bold")
    if finding.analyzer:
        head.append(f" analyzer {visible(finding.analyzer)}", style="bold")
    if finding.rule in COLLAPSE:
        head.append(" cannot tell ")
        head.append(f"{finding.pairs_collapsed} of {finding.pairs_probed}", style="bold")
        head.append(" pairs of opposites apart")
    if finding.language:
        head.append(f" ({finding.language})")
    return head


def _places(story: Story) -> Iterator[Text]:
    places = story.places
    for place in places[:_SHOWN]:
        name = _text(place.index, "cyan")
        if place.field:
            name = Text.assemble(name, " / ", (visible(place.field), "bold"))
        yield Text.assemble(name, f"  {' + '.join(place.sides)} side")
    if len(places) > _SHOWN:
        yield Text(f"... and {len(places) - _SHOWN} more fields", style="dim")


def _cause(finding: Finding) -> Text:
    kind, name, settings = shown_cause(finding)
    text = Text.assemble(f"{kind} ", (visible(name), "bold"))
    if settings:
        text.append(f"  {visible(settings)}", style="dim")
    return text


def _evidence(sentence: str, tokens: Sequence[str]) -> Text:
    return Text.assemble(visible(sentence), ("  ->  ", "dim"), (visible(" ".join(tokens)), "yellow"))


def _cost(report: AuditReport) -> Iterator[RenderableType]:
    if report.samples:
        table = Table(title="What documents lose", title_justify="left", title_style="bold")
        for column in ("index / field", "read", "with a cue", "losing it", "indistinguishable pairs"):
            table.add_column(
                column, justify="left" if column.startswith("index") else "right", overflow="fold"
            )
        for each in report.samples[: 4 * _SHOWN]:
            counts = (each.read, each.with_cue, each.losing, each.indistinguishable)
            table.add_row(_text(f"{each.index} / {each.field}"), *(f"{count:,}" for count in counts))
        yield table
        if len(report.samples) > 4 * _SHOWN:
            yield Text(
                f"  ... and {len(report.samples) - 4 * _SHOWN} more (--format json lists all)", style="dim"
            )
        yield Text()
    for cost in report.query_costs:
        where = visible(f"analyzer {cost.analyzer} ({cost.index} / {cost.field})")
        yield Text.assemble(
            ("What queries lose", "bold"),
            f"  {where}: of {cost.queries:,} queries {cost.with_cue:,} hold a cue and {cost.losing:,} lose it",
        )
        worst = Table.grid(padding=(0, 2))
        for query in cost.worst:
            worst.add_row(
                Text(f"{query.count:,} x"),
                _text(query.text),
                _text(", ".join(query.lost), style="red"),
                _text(" ".join(query.searched), style="yellow"),
            )
        yield Padding(worst, (0, 0, 1, 2))


def _listed(rows: Sequence[tuple[str, str]], style: str = "") -> Iterator[RenderableType]:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for target, reason in rows[: 4 * _SHOWN]:
        table.add_row(_text(target, style), _text(reason, style))
    yield Padding(table, (0, 0, 0, 2))
    if len(rows) > 4 * _SHOWN:
        yield Text(f"  ... and {len(rows) - 4 * _SHOWN} more (--format json lists all)", style="dim")


def _summary(report: AuditReport) -> Text:
    words, kind = verdict(report)
    beside = "; ".join((visible(scope(report)), *asides(report)))
    return Text.assemble((words, _VERDICT[kind]), (f"  ({beside})", "dim"))


def _text(text: str, style: str = "") -> Text:
    """Text from a cluster, made visible before it is laid out: escapes are wider than what they stand for."""
    return Text(visible(text), style=style)
