"""One process at a time, and a word to whoever has to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from esneg.embedded.progress import Progress, Report


@contextmanager
def exclusive(path: Path, report: Report, reason: str) -> Iterator[None]:
    """Holds the file lock ``path``; while another process has it, reports ``reason`` once and waits."""
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        report(Progress("wait", reason))
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
