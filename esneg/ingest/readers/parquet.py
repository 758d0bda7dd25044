"""Parquet files, through pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from esneg.ingest.readers.arrow import arrow_errors, records
from esneg.ingest.readers.record import Record, Wanted, everything

SUFFIXES = (".parquet",)
PLACE = "row"

_ROWS = 1024
"""Rows decoded at a time: the memory that a file of any size takes."""


def read(path: Path, wanted: Wanted = everything) -> Iterator[Record]:
    """See `esneg.ingest.readers.record.Read`."""
    with arrow_errors(path):
        from pyarrow import parquet

        with parquet.ParquetFile(path) as file:
            yield from records(file.iter_batches(batch_size=_ROWS), wanted)
