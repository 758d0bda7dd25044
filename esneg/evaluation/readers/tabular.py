"""Rows with named columns, from CSV, TSV or JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from esneg.errors import UsageError
from esneg.evaluation.readers.lines import Problems, json_lines, numbered_lines, text_of


def columns(path: Path) -> set[str]:
    """The names in a table's head or in the first JSON line; empty where there are none."""
    first = next(numbered_lines(path), None)
    if first is None:
        return set()
    if _is_table(path):
        return set(next(csv.reader([first[1]], delimiter=_delimiter(path))))
    try:
        value = json.loads(first[1])
    except ValueError:
        return set()
    return set(value) if isinstance(value, dict) else set()


def rows(path: Path, wanted: Sequence[str]) -> list[dict[str, str]]:
    """All rows, with the wanted columns (text that is not empty) and their ``id``: the row's own, or its line.

    Raises:
        UsageError: a column is missing, or a row lacks a value or has too many.
    """
    problems = Problems(path)
    found: list[dict[str, str]] = []
    lines: dict[str, int] = {}
    for number, record in _table(path, wanted, problems) if _is_table(path) else json_lines(path, problems):
        row = {name: text_of(record, name, number, problems) for name in wanted}
        row["id"] = str(record.get("id") or f"line-{number}")
        if row["id"] in lines:
            problems.add(number, "id", f"{row['id']!r} stands in line {lines[row['id']]} as well")
        lines.setdefault(row["id"], number)
        found.append(row)
    problems.raise_if_any()
    if not found:
        raise UsageError(f"{path}: holds no rows")
    return found


def _is_table(path: Path) -> bool:
    return path.suffix.lower() in (".csv", ".tsv")


def _delimiter(path: Path) -> str:
    return "\t" if path.suffix.lower() == ".tsv" else ","


def _table(path: Path, wanted: Sequence[str], problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, delimiter=_delimiter(path), strict=True)
            missing = [name for name in wanted if name not in (reader.fieldnames or ())]
            if missing:
                head = ", ".join(reader.fieldnames or ()) or "nothing"
                raise UsageError(f"{path}, line 1: no column {', '.join(missing)}; the head has {head}")
            for record in reader:
                if None in record:
                    problems.add(reader.line_num, "", "has more values than the head has columns")
                yield reader.line_num, record
    except csv.Error as error:
        raise UsageError(f"{path}, line {reader.line_num}: {error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 text (byte {error.start})") from error
