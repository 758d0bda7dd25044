"""CSV with a header line: every value is text, an empty cell is a field that the document lacks. Plain or gzip.

The delimiter is a tab in ``.tsv`` files; elsewhere whichever of comma, semicolon and tab is most frequent in the
header.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from esneg.errors import UsageError
from esneg.ingest.readers.lines import byte_lines, decoded
from esneg.ingest.readers.record import Record, Wanted, everything

SUFFIXES = (".csv", ".tsv")
PLACE = "line"

_LONGEST_CELL = 1 << 27
"""Characters; the csv module's own limit of 128 KiB is less than a long document."""


def read(path: Path, wanted: Wanted = everything) -> Iterator[Record]:
    """See `esneg.ingest.readers.record.Read`."""
    lines = (decoded(path, number, line) for number, line in byte_lines(path))
    first = next(lines, "")
    if not first.strip():
        raise UsageError(
            f"{path}, line 1: no header", remedy="the first line of a CSV file names its columns"
        )
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_CELL))
    rows = csv.reader(_joined(first, lines), delimiter=_delimiter(path, first), strict=True)
    header = _header(path, next(rows))
    ordinal, begin = -1, rows.line_num + 1
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise UsageError(f"{path}, lines {begin} to {rows.line_num}: not CSV: {error}") from None
        if row is None:
            return
        place, begin = begin, rows.line_num + 1
        if not row:
            continue
        ordinal += 1
        if len(row) != len(header):
            raise UsageError(
                f"{path}, line {place}: {len(row)} cells, where the header has {len(header)}",
                remedy="a cell that holds the delimiter or a line break stands between double quotes",
            )
        if wanted(ordinal):
            yield Record(ordinal, place, {name: cell for name, cell in zip(header, row, strict=True) if cell})


def _joined(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest


def _delimiter(path: Path, header: str) -> str:
    if ".tsv" in path.suffixes:
        return "\t"
    return max(",;\t", key=header.count)


def _header(path: Path, names: list[str]) -> list[str]:
    stripped = [name.strip() for name in names]
    for column, name in enumerate(stripped, start=1):
        if not name or name in stripped[: column - 1]:
            problem = f'a second column "{name}"' if name else "a column without a name"
            raise UsageError(
                f"{path}, line 1, column {column}: {problem}", remedy="give every column a name of its own"
            )
    return stripped
