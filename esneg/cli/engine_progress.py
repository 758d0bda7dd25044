"""The embedded engine's progress on stderr: bars and a spinner in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, DownloadColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars

from esneg.cli.console import stderr
from esneg.embedded import Progress, Report


@contextmanager
def shown_progress() -> Iterator[Report]:
    """A report to pass to the engine; what it showed of running work is cleared at the end of the block."""
    console = stderr()
    if not console.is_terminal:
        yield _PlainLines()
        return
    terminal = _Terminal(console)
    with Live(terminal.view, console=console, transient=True):
        yield terminal


class _Terminal:
    """One line for the present piece of work: a bar for a download, a spinner for anything else."""

    def __init__(self, console: Console) -> None:
        self._console = console
        text = TextColumn("{task.description}", markup=False)
        self._downloads = Bars(SpinnerColumn(), text, BarColumn(), DownloadColumn(), console=console)
        self._works = Bars(SpinnerColumn(), text, TimeElapsedColumn(), console=console)
        self._message = ""
        self.view = Group(self._downloads, self._works)

    def __call__(self, progress: Progress) -> None:
        if progress.stage == "notice":
            self._console.print(progress.message, markup=False, soft_wrap=True)
            return
        bars = self._downloads if progress.total else self._works
        if progress.message != self._message:
            self._message = progress.message
            for shown in (self._downloads, self._works):
                for task in shown.task_ids:
                    shown.remove_task(task)
            bars.add_task(progress.message, total=progress.total or None)
        if progress.total:
            bars.update(bars.task_ids[0], completed=progress.done)


class _PlainLines:
    """A line when a piece of work begins, and one at each quarter of a download."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, progress: Progress) -> None:
        line = progress.message
        if progress.total:
            quarter = 4 * progress.done // progress.total
            line = f"downloading {progress.message}: {25 * quarter} % of {progress.total / 1e6:.0f} MB"
        if line != self._last:
            self._last = line
            print(line, file=sys.stderr, flush=True)
