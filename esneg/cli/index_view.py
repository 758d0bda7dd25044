"""`esneg index` as a person sees it: a bar on stderr while it runs, a summary on stdout."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from esneg.cli.console import stderr
from esneg.ingest import LoadReport, Progress


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """A progress for `esneg.ingest.load`; nothing is shown where stderr is no terminal."""
    console = stderr()
    if not console.is_terminal:
        yield lambda progress: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bars

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=console, transient=True) as bars:
        tasks = {"checking": bars.add_task("checking", total=None)}

        def show(progress: Progress) -> None:
            if progress.step not in tasks:
                for task in tasks.values():
                    bars.remove_task(task)
                tasks.clear()
                tasks[progress.step] = bars.add_task(
                    progress.step, total=progress.total, completed=progress.done
                )
            bars.update(tasks[progress.step], completed=progress.done, total=progress.total)

        yield show


@contextmanager
def told_how_to_resume() -> Iterator[None]:
    """Tells a person who presses Ctrl-C that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        stderr().print("interrupted; what is done is noted: go on with --resume", soft_wrap=True)
        raise


def as_json(report: LoadReport) -> str:
    """The report as JSON (`esneg.index/1`)."""
    return json.dumps(report.as_dict(), indent=2, ensure_ascii=False)


def as_table(report: LoadReport) -> str:
    """The report in a few lines."""
    tally = report.tally
    created = " (created)" if report.index_created else ""
    lines = [
        f"{report.index}{created}: {tally.indexed:,} of {report.records:,} documents indexed "
        f"in {report.seconds:.1f} s ({report.rate:,.0f} a second)"
    ]
    if tally.already_done:
        lines.append(f"  done before: {tally.already_done:,}")
    if tally.updated:
        lines.append(f"  replaced:    {tally.updated:,} (their ids were in the index already)")
    if tally.cut:
        lines.append(
            f"  cut:         {tally.cut:,} are longer than the model's {report.max_tokens} tokens; "
            "the rest of them is not in the vector"
        )
    if report.dead:
        lines += [
            f"  refused:     {report.dead:,}, with the reasons in {report.dead_letters}",
            f"               once the cause is mended: esneg index {report.dead_letters} --into {report.index}",
        ]
    lines.append(f"  holds now:   {report.holds:,}")
    if report.embedder is not None:
        lines.append(f"  vectors:     {report.embedder['model']}, {report.embedder['dims']} dimensions")
    lines += [f"note: {notice}" for notice in report.notices]
    return "\n".join(lines)
