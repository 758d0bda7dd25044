"""Lines of text files, with their numbers, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from esneg.errors import UsageError

_SHOWN = 10


class Problems:
    """Collects what is wrong with a file, so that one run tells all of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: list[str] = []

    def add(self, line: int, field: str, what: str) -> None:
        """Notes one problem."""
        where = f"field {field!r}: " if field else ""
        self.found.append(f"{self.path}, line {line}: {where}{what}")

    def raise_if_any(self) -> None:
        """Raises a `UsageError` with the first problem as its message and the next ones as details."""
        if not self.found:
            return
        first, *rest = self.found
        details = tuple(rest[:_SHOWN])
        if len(rest) > _SHOWN:
            details += (f"... and {len(rest) - _SHOWN} more",)
        raise UsageError(first, details=details, remedy="nothing was read: correct the file and run again")


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """(number from 1, line) of the lines that hold anything.

    Raises:
        UsageError: the file cannot be read or is not UTF-8.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 text (byte {error.start})") from error


def json_lines(path: Path, problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number, object) of a JSON-lines file; lines that hold no object go to ``problems``."""
    for number, line in numbered_lines(path):
        try:
            value = json.loads(line)
        except ValueError as error:
            problems.add(number, "", f"is not JSON: {error}")
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            problems.add(number, "", "is not a JSON object")


def text_of(record: dict[str, Any], field: str, number: int, problems: Problems) -> str:
    """A field that must hold text; "" and a problem where it does not."""
    value = record.get(field)
    if isinstance(value, str) and value.strip():
        return value
    problems.add(number, field, "is missing" if value is None else "must be text, and not empty")
    return ""
