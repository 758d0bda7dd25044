"""A progress bar on stderr, for commands whose work counts its steps; nothing where stderr is no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from esneg.cli.console import stderr


@contextmanager
def counted_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A function to tell (step, done, of how many); what it shows is cleared at the end of the block."""
    console = stderr()
    if not console.is_terminal:
        yield lambda step, done, total: None
        return

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("starting", total=None)
        yield lambda step, done, total: bar.update(task, description=step, completed=done, total=total)
