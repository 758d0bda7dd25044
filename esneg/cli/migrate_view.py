"""How ``esneg migrate`` shows its plan, its progress and its outcome."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from esneg.cli.console import stderr
from esneg.migrate import MigrationPlan, Outcome, Voice
from esneg.migrate.data_stream import StreamPlan
from esneg.migrate.definition import Change
from esneg.migrate.rate import in_words

_BETWEEN_LINES = 15.0
"""Seconds between two lines of progress where stderr is no terminal."""


@contextmanager
def shown_progress() -> Iterator[Voice]:
    """Progress on stderr: a bar in a terminal, a line now and then elsewhere; notes are lines with the time."""
    console = stderr()

    def note(line: str) -> None:
        console.print(f"{datetime.now():%H:%M:%S} {line}", markup=False, soft_wrap=True)

    if not console.is_terminal:
        yield Voice(_PlainLines(note), note)
        return

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def show(step: str, done: int, total: int) -> None:
            bar.update(task, description=step, completed=done, total=total or None)

        yield Voice(show, note)


class _PlainLines:
    def __init__(self, note: Any) -> None:
        self._note = note
        self._last = time.monotonic()

    def __call__(self, step: str, done: int, total: int) -> None:
        if time.monotonic() - self._last >= _BETWEEN_LINES:
            self._last = time.monotonic()
            self._note(f"{step}: {done:,} of {total:,}" if total else step)


def plan_as_json(plan: MigrationPlan | StreamPlan) -> str:
    """The plan as JSON."""
    return json.dumps(plan.to_dict(), indent=2, ensure_ascii=False)


def as_table(plan: MigrationPlan | StreamPlan) -> RenderableType:
    """The plan as tables."""
    return Group(*(_stream_blocks(plan) if isinstance(plan, StreamPlan) else _blocks(plan)))


def _blocks(plan: MigrationPlan) -> Iterator[RenderableType]:
    yield _facts(plan)
    yield from _changes(plan.changes)
    yield from _list("What is not carried over", [f"{each.what}: {each.reason}" for each in plan.not_carried])
    yield from _list("What to know", plan.warnings)
    yield from _list("What is in the way", plan.blockers, style="bold red")


def _stream_blocks(plan: StreamPlan) -> Iterator[RenderableType]:
    table = _two_columns()
    table.add_row("data stream", plan.stream)
    table.add_row("template now", plan.template)
    table.add_row("its own template", f"{plan.own_template}, priority {plan.body['priority']}")
    table.add_row("write index now", plan.write_index)
    table.add_row("old backing indices", ", ".join(plan.old) or "none")
    yield table
    yield from _changes(plan.changes)
    yield from _list("What to know", plan.warnings)


def _two_columns() -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _facts(plan: MigrationPlan) -> Table:
    subject, space = plan.subject, plan.space
    free = "unknown" if space.free is None else f"{_size(space.free)} below the low watermark"
    table = _two_columns()
    table.add_row("source", subject.source + (f" (alias {subject.asked})" if subject.kind == "alias" else ""))
    table.add_row("target", plan.target)
    table.add_row("old index kept as", plan.kept)
    table.add_row("documents", f"{space.documents:,} in {_size(space.bytes)}")
    table.add_row("disk", f"needs {_size(space.needed)}, replicas included; free: {free}")
    table.add_row(
        "copy", "in the engine (_reindex)" if plan.copy == "engine" else "through this machine (no _reindex)"
    )
    table.add_row("time", "unknown" if plan.seconds is None else f"about {in_words(max(1, plan.seconds))}")
    for name, properties in plan.aliases.items():
        written = json.dumps(properties, ensure_ascii=False) if properties else ""
        table.add_row("alias", f"{name} {written}".strip())
    table.add_row("templates", ", ".join(plan.templates) or "none applies to the target")
    table.add_row("policies", ", ".join(plan.policies) or "none")
    return table


def _changes(changes: Sequence[Change]) -> Iterator[RenderableType]:
    if not changes:
        yield Text("\nNothing would change: there is nothing to migrate for", style="bold yellow")
        return
    yield Text("\nWhat changes", style="bold")
    table = Table(expand=False)
    table.add_column("setting", overflow="fold")
    table.add_column("before", overflow="fold")
    table.add_column("after", overflow="fold")
    for change in changes:
        table.add_row(change.path, _value(change.before), _value(change.after))
    yield table


def _value(value: Any) -> str:
    if value is None:
        return "-"
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return written if len(written) <= 120 else f"{written[:117]}..."


def _list(title: str, lines: Any, style: str = "bold") -> Iterator[RenderableType]:
    if lines:
        yield Text(f"\n{title}", style=style)
        for line in lines:
            yield Text(f"- {line}")


def _size(size: int) -> str:
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= factor:
            return f"{size / factor:,.1f} {unit}"
    return f"{size} bytes"


def outcome_lines(asked: str, outcome: Outcome | str) -> list[str]:
    """What a finished migration means, and what can be done next."""
    back = f"go back:  esneg migrate {asked} --rollback"
    if isinstance(outcome, str):
        return [f"{asked} writes into {outcome}", back]
    compared = f", {outcome.compared:,} of them compared byte for byte" if outcome.compared else ""
    return [
        f"{outcome.asked} -> {outcome.target}: {outcome.documents:,} documents{compared}",
        f"the old index is kept as {outcome.kept}",
        back,
        f"clean up: esneg migrate {asked} --delete-source --yes",
    ]
