"""JSON lines: one JSON object a line; blank lines count for nothing. Plain or gzip."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from esneg.errors import UsageError
from esneg.ingest.readers.lines import byte_lines, decoded
from esneg.ingest.readers.record import Record, Wanted, everything

SUFFIXES = (".jsonl", ".ndjson", ".json")
PLACE = "line"


def read(path: Path, wanted: Wanted = everything) -> Iterator[Record]:
    """See `esneg.ingest.readers.record.Read`."""
    ordinal = -1
    for number, line in byte_lines(path):
        if line.isspace():
            continue
        ordinal += 1
        if wanted(ordinal):
            yield Record(ordinal, number, _parsed(path, number, line))


def _parsed(path: Path, number: int, line: bytes) -> dict[str, Any]:
    text = decoded(path, number, line.rstrip())
    try:
        value = json.loads(text, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{path}, line {number}, column {error.colno}: not JSON: {error.msg}", remedy=_remedy(text)
        ) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; thousands of brackets
        raise UsageError(f"{path}, line {number}: not JSON: {error}") from None
    if not isinstance(value, dict):
        raise UsageError(
            f"{path}, line {number}, column 1: a JSON object was expected, not {_kind(value)}",
            remedy=_remedy(text),
        )
    return value


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON value")


def _remedy(text: str) -> str:
    if text.lstrip().startswith("["):
        return "a JSON array is turned into JSON lines by: jq -c '.[]' FILE"
    if text.strip() in ("{", "{}"):
        return "one document a line is expected; jq -c . FILE writes each document on one line"
    return "one JSON object a line is expected"


def _kind(value: Any) -> str:
    names = {list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
