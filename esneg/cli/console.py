"""Where the command line writes: the report to stdout, everything else to stderr."""

from __future__ import annotations

from rich.console import Console

from esneg.errors import EsnegError
from esneg.visible import visible


def stderr() -> Console:
    """The console for progress, notices and errors."""
    return Console(stderr=True, highlight=False)


def stdout() -> Console:
    """The console for the report itself."""
    return Console(highlight=False)


def print_error(error: EsnegError) -> None:
    """Prints an error the way a user should meet it: what, details, what to do next."""
    console = stderr()
    console.print("error:", style="bold red", end=" ")
    console.print(visible(error.message), markup=False, soft_wrap=True)
    for line in error.details:
        console.print(f"  {visible(line)}", markup=False, style="dim", soft_wrap=True)
    if error.remedy:
        console.print(f"  -> {visible(error.remedy)}", markup=False, soft_wrap=True)
