"""The embedded engine's process, printed (`esneg engine status`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from esneg.embedded import RunningEngine


def describe_process(running: RunningEngine) -> dict[str, Any]:
    """The process, ready for JSON."""
    return {
        "pid": running.pid,
        "heap": running.heap,
        "data": str(running.data_dir),
        "log": str(running.log_path),
    }


def print_process(process: Mapping[str, Any], console: Console) -> None:
    """Prints the process for a person, in the manner of `esneg.cli.cluster_view`."""
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in process.items():
        table.add_row(f"{name:<7}", Text(str(value)))
    console.print(table)
