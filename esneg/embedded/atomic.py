"""Directories that exist whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PREFIX = ".unfinished-"


@contextmanager
def whole_directory(target: Path) -> Iterator[Path]:
    """A new directory to fill, which takes the name ``target`` when the block ends well.

    Whatever ends the block early (Ctrl-C too) removes it. A killed process cannot, so what one left behind is
    removed first. The caller holds the lock of the parent directory.
    """
    for leftover in target.parent.glob(f"{_PREFIX}*"):
        shutil.rmtree(leftover)
    unfinished = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=target.parent))
    try:
        unfinished.chmod(0o755)
        yield unfinished
        unfinished.rename(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
