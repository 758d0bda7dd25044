"""An evaluation for a person at a terminal: one table a suite's table, the interval under each figure."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from esneg.evaluation.model import Comparison, EvaluationRun, Figure, Row, Table
from esneg.evaluation.statistics.digits import p_text
from esneg.evaluation.verdicts import GateResult, RunComparison
from esneg.reports.evaluation_cells import figure_names, interval, split_labels

_VERDICT_STYLE = {"better": "green", "worse": "red", "passed": "green", "failed": "red", "missing": "yellow"}


def render(run: EvaluationRun, *, width: int | None = None, color: bool | None = None) -> str:
    """The run as text, coloured when stdout is a terminal that wants colour."""
    return _printed(Group(*_blocks(run)), width, color)


def render_comparison(
    comparison: RunComparison, *, width: int | None = None, color: bool | None = None
) -> str:
    """What changed between two runs."""
    table = _table("suite", "row", "measure", "before", "after", "n", "p (Holm)", "verdict")
    for each in comparison.changes:
        table.add_row(
            each.suite,
            ", ".join(each.labels.values()),
            each.measure,
            f"{each.before:.2f}",
            f"{each.after:.2f}",
            str(each.n),
            p_text(each.p_adjusted),
            Text(each.verdict, style=_VERDICT_STYLE.get(each.verdict, "")),
        )
    notes = [Text(f"note: {note}", style="dim") for note in comparison.notes]
    return _printed(Group(table, *notes), width, color)


def render_gate(result: GateResult, *, width: int | None = None, color: bool | None = None) -> str:
    """Each check of a gate, and the verdict."""
    table = _table("outcome", "suite", "row", "figure", "found", "limit", "n", "why")
    for each in result.checks:
        rule = each.rule
        limits = [(">=", rule.at_least), ("<=", rule.at_most)]
        limit = ", ".join(f"{sign} {value:g}" for sign, value in limits if value is not None)
        table.add_row(
            Text(each.outcome, style=_VERDICT_STYLE[each.outcome]),
            rule.suite,
            ", ".join(each.labels.values()),
            rule.figure if rule.bound == "value" else f"{rule.figure} ({rule.bound})",
            "-" if each.found is None else f"{each.found:.3f}",
            limit,
            str(each.n),
            each.why,
        )
    verdict = ("passed", "failed", "could not be decided")[result.exit_status]
    return _printed(Group(table, Text(verdict, style="bold")), width, color)


def _printed(content: RenderableType, width: int | None, color: bool | None) -> str:
    wanted = sys.stdout.isatty() and "NO_COLOR" not in os.environ if color is None else color
    console = Console(
        file=io.StringIO(),
        force_terminal=wanted,
        width=width or (None if sys.stdout.isatty() else 120),
        highlight=False,
        color_system="auto" if wanted else None,
    )
    console.print(content)
    assert isinstance(console.file, io.StringIO)
    lines = (line.rstrip() for line in console.file.getvalue().splitlines())
    return "\n".join(lines).rstrip("\n")


def _blocks(run: EvaluationRun) -> Iterator[RenderableType]:
    for suite in run.suites:
        yield Text(suite.title, style="bold")
        yield Text(f"suite {suite.suite}, {suite.data.items} items ({suite.data.name})", style="dim")
        yield Text()
        for table in suite.tables:
            yield from _suite_table(table)
        if suite.comparisons:
            yield Text(
                f"{suite.primary}: differences, tested item by item (permutation, Holm)", style="bold dim"
            )
            yield Padding(_comparisons(suite.comparisons), (0, 0, 1, 2))
        yield from (Text(f"note: {note}", style="yellow") for note in suite.notes)
        yield Text()
    yield Text(_footer(run), style="dim")


def _suite_table(table: Table) -> Iterator[RenderableType]:
    if not table.rows:
        return
    constant, varying = split_labels(table.rows)
    title = table.title + (f" ({', '.join(constant)})" if constant else "")
    yield Text(title, style="bold cyan")
    names = figure_names(table.rows)
    shown = _table(*varying, "n", *names, labels=len(varying))
    # A gap between splits, where a split has several rows.
    gaps = varying[-1:] == ["split"] and len(table.rows) > len({row.labels["split"] for row in table.rows})
    before: Sequence[str] | None = None
    for row in table.rows:
        labels = [row.labels[name] for name in varying]
        one_n = _common_n(row)
        cells = [_cell(row.figure(name), one_n) for name in names]
        if gaps and before is not None and labels[-1] != before[-1]:
            shown.add_row()
        shown.add_row(*labels, str(one_n) if one_n is not None else "", *cells)
        before = labels
    yield Padding(shown, (0, 0, 0, 2))
    if table.note:
        yield Padding(Text(table.note, style="dim"), (0, 0, 1, 2))


def _common_n(row: Row) -> int | None:
    """The n of a row's first figure; the figures with another one say theirs."""
    return next((figure.n for figure in row.figures if figure.n), None)


def _cell(figure: Figure | None, common: int | None) -> Text:
    if figure is None:
        return Text("")
    text = Text(figure.text)
    if ends := interval(figure):
        text.append(f"\n{ends}", style="dim")
    if figure.n and figure.n != common:
        text.append(f"\nn={figure.n}", style="dim")
    return text


def _comparisons(comparisons: Sequence[Comparison]) -> RenderableType:
    table = _table("measure", "first", "second", "first - second", "n", "p", "p (Holm)")
    for each in comparisons:
        how = "" if each.exact else " *"
        table.add_row(
            each.measure,
            each.first,
            each.second,
            f"{each.difference:+.2f}",
            str(each.n),
            p_text(each.p) + how,
            Text(p_text(each.p_adjusted), style="bold" if each.p_adjusted <= 0.05 else ""),
        )
    if all(each.exact for each in comparisons):
        return table
    return Group(table, Text("* labelings drawn at random; the others count all of them", style="dim"))


def _footer(run: EvaluationRun) -> str:
    engine = f"{run.engine.get('distribution')} {run.engine.get('version')}, " if run.engine else ""
    models = ", ".join(f"{each.get('name')} ({each.get('use')})" for each in run.models)
    return (
        f"{engine}{models}; esneg {run.versions.get('esneg')}, seed {run.seed}, {run.seconds:.0f} s. "
        "Under each figure its 95 % interval: Wilson's for rates, bootstrap for means and AUROC."
    )


def _table(*columns: str, labels: int = 1) -> RichTable:
    """A table; its first columns hold labels, which stay on one line."""
    table = RichTable(box=None, padding=(0, 1), header_style="dim", pad_edge=False)
    for number, name in enumerate(columns):
        table.add_column(name, overflow="fold", no_wrap=number < labels)
    return table
