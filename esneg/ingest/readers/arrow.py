"""Rows of Arrow data as JSON documents: what Parquet files and `datasets` folders have in common."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from esneg.errors import EsnegError, UsageError
from esneg.ingest.readers.record import Record, Wanted


def records(batches: Iterable[Any], wanted: Wanted) -> Iterator[Record]:
    """The wanted rows of record batches; a batch without any is never turned into Python values."""
    begin = 0
    for batch in batches:
        chosen = [row for row in range(batch.num_rows) if wanted(begin + row)]
        documents = batch.to_pylist() if len(chosen) == batch.num_rows else batch.take(chosen).to_pylist()
        for row, document in zip(chosen, documents, strict=True):
            yield Record(begin + row, begin + row + 1, as_json(document))
        begin += batch.num_rows


def as_json(value: Any) -> Any:
    """A value as JSON has it.

    Times become ISO 8601, decimals their exact text, durations seconds, bytes base64, maps objects.
    """
    if isinstance(value, dict):
        return {str(name): as_json(each) for name, each in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(each, tuple) for each in value):  # an Arrow map
            return {str(as_json(name)): as_json(each) for name, each in value}
        return [as_json(each) for each in value]
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    return value


@contextlib.contextmanager
def arrow_errors(path: Path) -> Iterator[None]:
    """Turns what pyarrow raises over a file, and its absence, into one line.

    Raises:
        EsnegError: pyarrow is not installed.
        UsageError: the file cannot be read.
    """
    try:
        import pyarrow
    except ImportError:
        raise EsnegError(
            f"{path}: reading Parquet and datasets folders needs pyarrow, which is not installed",
            remedy="pip install 'esneg[formats]'",
        ) from None
    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise UsageError(f"{path}: cannot be read: {first}") from None
