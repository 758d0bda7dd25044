"""Lines of a text file, plain or gzip, each decoded by itself so that an error can name its line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from esneg.errors import UsageError

_GZIP = b"\x1f\x8b"


def byte_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Line number (from 1) and bytes of each line, its end included.

    Raises:
        UsageError: the file cannot be opened, or its gzip stream is damaged or ends early.
    """
    number = 0
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, start=1):
                yield number, line
    except EOFError:
        raise UsageError(
            f"{path}: the gzip stream ends early, after line {number}",
            remedy="the file is cut off: copy or download it again",
        ) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise UsageError(
            f"{path}: the gzip stream is damaged after line {number}: {error}",
            remedy="copy or download the file again",
        ) from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None


def decoded(path: Path, number: int, line: bytes) -> str:
    """The text of a line; a byte-order mark before the first one is dropped.

    Raises:
        UsageError: the line is not UTF-8.
    """
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path}, line {number}, byte {error.start + 1}: not UTF-8 (0x{line[error.start]:02x})",
            remedy="convert the file to UTF-8, for example with iconv",
        ) from None


def _opened(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        zipped = file.read(2) == _GZIP
    return gzip.open(path, "rb") if zipped else path.open("rb")  # type: ignore[return-value]
