"""Labelled pairs: JSON lines with ``a``, ``b`` and ``same`` (true when one answer serves both)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esneg.errors import UsageError


@dataclass(frozen=True)
class LabelledPair:
    """Two texts, and whether they ask or state the same; ``group`` keeps related pairs in one fold."""

    a: str
    b: str
    same: bool
    group: str


def read_pairs(path: Path) -> list[LabelledPair]:
    """Reads a file of pairs; ``group`` is optional and defaults to the first text.

    Raises:
        UsageError: the file cannot be read, or a line is not such an object; names file, line and field.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    pairs = [_pair(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not pairs:
        raise UsageError(
            f"{path} holds no pairs", remedy='each line is {"a": "...", "b": "...", "same": true}'
        )
    return pairs


def _pair(path: Path, number: int, line: str) -> LabelledPair:
    where = f"{path}, line {number}"
    try:
        raw: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where}: not JSON: {error.msg}") from error
    if not isinstance(raw, dict):
        raise UsageError(f"{where}: not an object")
    for field, type_ in (("a", str), ("b", str), ("same", bool)):
        if not isinstance(raw.get(field), type_):
            wanted = "true or false" if type_ is bool else "a text"
            raise UsageError(f"{where}: field {field!r} must be {wanted}")
    group = raw.get("group", raw["a"])
    return LabelledPair(raw["a"], raw["b"], raw["same"], str(group))
