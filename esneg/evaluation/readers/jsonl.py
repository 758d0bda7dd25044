"""The suites' own format: JSON lines after ``datasets/schemas/SUITE.json``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from esneg.errors import UsageError
from esneg.evaluation.items import ITEM_TYPES, Item
from esneg.evaluation.readers.lines import Problems, json_lines


@cache
def schema_of(suite: str) -> dict[str, Any]:
    """The JSON schema of one line of a suite's data."""
    text = (files("esneg.evaluation") / "datasets" / "schemas" / f"{suite}.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def read(path: Path, suite: str) -> list[Item]:
    """Reads the items of a suite.

    Raises:
        UsageError: the suite has no items of its own, or a line breaks the schema or repeats an id.
    """
    if suite not in ITEM_TYPES:
        raise UsageError(
            f"{path}: the suite {suite!r} takes no JSON lines", remedy=f"{', '.join(ITEM_TYPES)} do"
        )
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(schema_of(suite))
    problems = Problems(path)
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number, record in json_lines(path, problems):
        errors = list(validator.iter_errors(record))
        for error in errors:
            problems.add(number, error.json_path.removeprefix("$").removeprefix("."), _plain(error.message))
        if errors:
            continue
        if record["id"] in seen:
            problems.add(number, "id", f"{record['id']!r} stands in line {seen[record['id']]} as well")
        seen.setdefault(record["id"], number)
        items.append(ITEM_TYPES[suite](**record))
    problems.raise_if_any()
    if not items:
        raise UsageError(f"{path}: holds no items")
    return items


def _plain(message: str) -> str:
    return message if len(message) <= 200 else message[:197] + "..."
