"""Writes a report to stdout or to a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path


def write_pieces(pieces: Iterable[str], path: Path | None) -> None:
    """Writes text piece by piece to stdout, or to a file that is only there when it is whole.

    Raises:
        UsageError: the file cannot be written.
    """
    if path is not None:
        from esneg.files import write_atomically

        write_atomically(path, pieces)
        return
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name from a cluster may hold what the terminal's encoding cannot.
        sys.stdout.reconfigure(errors="backslashreplace")
    for piece in pieces:
        sys.stdout.write(piece)
    sys.stdout.flush()
