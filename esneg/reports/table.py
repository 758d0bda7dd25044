"""The report for a person at a terminal: one block a cause, however many fields it hits."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from esneg.audit.model import AuditReport, Finding

_STYLE = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}
_SHOWN = 5
"""Places of one cause to name before the rest is counted."""


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
    """The report as something that rich can print."""
    return Group(*_blocks(report))


def _blocks(report: AuditReport) -> Iterator[RenderableType]:
    for finding, places in _by_cause(report.findings):
        yield from _cause_block(finding, places)
        yield Text()
    if report.unaudited:
        yield Text("Could not be audited", style="bold yellow")
        yield from _listed([(each.target, each.reason) for each in report.unaudited])
        yield Text()
    if report.not_analyzed:
        yield Text("Nothing to lose there", style="dim")
        yield from _listed([(each.target, each.reason) for each in report.not_analyzed], style="dim")
        yield Text()
    yield _summary(report)


def _by_cause(findings: Sequence[Finding]) -> Iterator[tuple[Finding, list[tuple[str, str, str]]]]:
    """Findings that tell one story, and the (index, field, side) of each."""

    def story(finding: Finding) -> str:
        cause = [finding.cause.kind, finding.cause.name, finding.cause.settings]
        what = [finding.severity, finding.analyzer, finding.language, cause, finding.lost_cues]
        return json.dumps(what, sort_keys=True)

    gravest_first = sorted(findings, key=lambda f: (("error", "warning", "info").index(f.severity), story(f)))
    for _, group in groupby(gravest_first, key=story):
        together = list(group)
        yield together[0], [(f.index, f.field, f.side) for f in together]


def _cause_block(finding: Finding, places: list[tuple[str, str, str]]) -> Iterator[RenderableType]:
    head = Text()
    head.append(f" {finding.severity} ", style=f"{_STYLE[finding.severity]} reverse")
    head.append(f" analyzer {finding.analyzer}", style="bold")
    head.append(" cannot tell ")
    head.append(f"{finding.pairs_collapsed} of {finding.pairs_probed}", style="bold")
    head.append(f" pairs of opposites apart ({finding.language})")
    yield head
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column(overflow="fold")
    for label, value in zip(("where", *[""] * len(places)), _places(places), strict=False):
        rows.add_row(label, value)
    rows.add_row("loses", Text(", ".join(finding.lost_cues), style="red"))
    rows.add_row("cause", _cause(finding))
    rows.add_row("", Text())
    rows.add_row("says", _evidence(finding.evidence.affirmative, finding.evidence.tokens_affirmative))
    rows.add_row("denies", _evidence(finding.evidence.negated, finding.evidence.tokens_negated))
    rows.add_row("", Text())
    rows.add_row("so", Text(finding.consequence))
    rows.add_row("remedy", Text(finding.remedy, style="green"))
    yield Padding(rows, (0, 0, 0, 2))


def _places(places: list[tuple[str, str, str]]) -> Iterator[Text]:
    sides: dict[tuple[str, str], list[str]] = {}
    for index, field, side in places:
        sides.setdefault((index, field), []).append(side)
    for number, ((index, field), at) in enumerate(sides.items()):
        if number == _SHOWN:
            yield Text(f"... and {len(sides) - _SHOWN} more fields", style="dim")
            return
        yield Text.assemble(
            (index, "cyan"), " / ", (field, "bold"), f"  {' + '.join(dict.fromkeys(at))} side"
        )


def _cause(finding: Finding) -> Text:
    cause = finding.cause
    text = Text.assemble(f"{cause.kind.replace('_', ' ')} ", (cause.name, "bold"))
    settings = json.dumps(dict(cause.settings), ensure_ascii=False)
    if cause.settings:
        text.append(f"  {settings if len(settings) <= 160 else settings[:157] + '...'}", style="dim")
    return text


def _evidence(sentence: str, tokens: Sequence[str]) -> Text:
    return Text.assemble(sentence, ("  ->  ", "dim"), (" ".join(tokens), "yellow"))


def _listed(rows: Sequence[tuple[str, str]], style: str = "") -> Iterator[RenderableType]:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for target, reason in rows[: 4 * _SHOWN]:
        table.add_row(Text(target, style=style), Text(reason, style=style))
    yield Padding(table, (0, 0, 0, 2))
    if len(rows) > 4 * _SHOWN:
        yield Text(f"  ... and {len(rows) - 4 * _SHOWN} more (--format json lists all)", style="dim")


def _summary(report: AuditReport) -> Text:
    cluster = report.cluster
    scope = (
        f"{_number(report.fields, 'field')} in {_number(report.indices, 'index', 'indices')}, "
        f"{_number(report.analyses, 'distinct analysis', 'distinct analyses')}, "
        f"on {cluster.get('distribution')} {cluster.get('version')}"
    )
    errors, warnings = report.count("error"), report.count("warning")
    if report.findings:
        verdict = Text(f"{_number(errors, 'error')}, {_number(warnings, 'warning')}", style="bold red")
    elif report.unaudited:
        verdict = Text("nothing found, but not everything was audited", style="bold yellow")
    elif not report.fields:
        verdict = Text("no text fields", style="bold yellow")
    else:
        verdict = Text("clean: every pair of opposites stays apart", style="bold green")
    return Text.assemble(verdict, (f"  ({scope})", "dim"))


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
