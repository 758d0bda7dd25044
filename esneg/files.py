"""Files that are either as they were or written whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from esneg.errors import UsageError


def write_atomically(path: Path, pieces: Iterable[str]) -> None:
    """Writes text as UTF-8 beside a file and then puts it in the file's place.

    A pipe or a device is written to directly; a symbolic link stays one. What UTF-8 cannot hold (half of a
    surrogate pair, which JSON allows) is written as its escape.

    Raises:
        UsageError: the file cannot be written.
    """
    target = path.resolve()
    in_place = target.exists() and not target.is_file()
    unfinished = target if in_place else target.with_name(f".{target.name}.{os.getpid()}.unfinished")
    try:
        try:
            with unfinished.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.writelines(pieces)
            if not in_place:
                os.replace(unfinished, target)
        finally:
            if not in_place:
                unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}", remedy="name a file in a folder that exists"
        ) from None
