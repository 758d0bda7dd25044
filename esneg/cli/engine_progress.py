"""The embedded engine's progress on stderr: bars and a spinner in a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, DownloadColumn, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
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
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TimeElapsedColumn(),
    )
    with Bars(*columns, console=console, transient=True) as bars:
        yield _Terminal(bars)


class _Terminal:
    """One line for the present piece of work."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._task: TaskID | None = None
        self._message = ""

    def __call__(self, progress: Progress) -> None:
        if progress.stage == "notice":
            self._bars.console.print(progress.message, markup=False, soft_wrap=True)
            return
        if progress.message != self._message:
            if self._task is not None:
                self._bars.remove_task(self._task)
            self._message = progress.message
            self._task = self._bars.add_task(progress.message, total=progress.total or None)
        if self._task is not None and progress.total:
            self._bars.update(self._task, completed=progress.done)


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
