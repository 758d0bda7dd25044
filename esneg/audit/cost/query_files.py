"""Reads a query log: plain lines, JSON lines, or the engines' slow logs; the kind is told line by line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from esneg.errors import UsageError

_SLOW_LOG_SOURCE = re.compile(r"\bsource\[(\{.*\})\]")
_ASKING = {"match", "match_phrase", "match_phrase_prefix", "match_bool_prefix", "multi_match", "query_string",
           "simple_query_string", "combined_fields"}  # fmt: skip


def read_queries(path: Path) -> Counter[str]:
    """The texts that users asked for, each with how often.

    A line is a slow-log entry (text or JSON), a JSON object with a ``query`` (a text or a request body) or a JSON
    string; anything else is a query as it stands.

    Raises:
        UsageError: the file cannot be read, is no UTF-8, or a line that starts like JSON is none.
    """
    queries: Counter[str] = Counter()
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                queries.update(_of_line(line.strip(), path, number))
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path}: not UTF-8 at byte {error.start}", remedy="convert the file to UTF-8"
        ) from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    return queries


def _of_line(line: str, path: Path, number: int) -> Iterator[str]:
    if not line:
        return
    if slow := _SLOW_LOG_SOURCE.search(line):
        yield from _texts(_json(slow.group(1), path, number))
    elif line[0] in '{"':
        value = _json(line, path, number)
        source = (
            value.get("elasticsearch.slowlog.source") or value.get("source")
            if isinstance(value, dict)
            else None
        )
        if isinstance(value, str):
            yield value
        elif isinstance(source, str):
            yield from _texts(_json(source, path, number))
        elif isinstance(value.get("query"), str):
            yield value["query"]
        else:
            yield from _texts(value)
    else:
        yield line


def _texts(body: Any) -> Iterator[str]:
    """The texts that a request body asks for, at any depth."""
    pending = [body]
    while pending:
        at = pending.pop()
        if isinstance(at, list):
            pending += at
        elif isinstance(at, dict):
            for key, value in at.items():
                if key in _ASKING and isinstance(value, dict):
                    yield from _asked(value)
                elif isinstance(value, (dict, list)):
                    pending.append(value)


def _asked(clause: dict[str, Any]) -> Iterator[str]:
    if isinstance(clause.get("query"), str):
        yield clause["query"]
        return
    for value in clause.values():
        text = value.get("query") if isinstance(value, dict) else value
        if isinstance(text, str):
            yield text


def _json(text: str, path: Path, number: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{path}, line {number}, column {error.colno}: not valid JSON: {error.msg}",
            remedy="a query log holds plain lines, JSON lines or slow-log lines",
        ) from None
