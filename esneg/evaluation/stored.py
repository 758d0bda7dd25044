"""Runs as JSON (``esneg.eval/1``, `schema.json`): read back for `compare`, `gate` and reports."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from esneg.errors import UsageError
from esneg.evaluation.model import SCHEMA, EvaluationRun

T = TypeVar("T")


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of a stored run."""
    loaded: dict[str, Any] = json.loads((files("esneg.evaluation") / "schema.json").read_text("utf-8"))
    return loaded


def read_run(path: Path) -> EvaluationRun:
    """Reads a stored run.

    Raises:
        UsageError: the file cannot be read or is not the result of `esneg eval`.
    """
    try:
        content = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, ValueError) as error:
        raise UsageError(f"{path}: is not JSON: {error}") from error
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        found = content.get("schema") if isinstance(content, dict) else None
        raise UsageError(
            f"{path}: is no result of `esneg eval` (its schema is {found!r}, not {SCHEMA!r})",
            remedy="give the file results.json of an output folder",
        )
    from jsonschema import Draft202012Validator

    for wrong in Draft202012Validator(schema()).iter_errors(content):
        raise UsageError(f"{path}: field {wrong.json_path!r}: {wrong.message[:200]}")
    return _load(EvaluationRun, content)


def _load(kind: type[T], content: Mapping[str, Any]) -> T:
    """A dataclass from JSON values, by the types that its fields declare."""
    hints = get_type_hints(kind)
    names = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: _value(hints[name], value) for name, value in content.items() if name in names})


def _value(hint: Any, value: Any) -> Any:
    if is_dataclass(hint) and isinstance(hint, type):
        return _load(hint, value)
    if get_origin(hint) is tuple:
        return tuple(_value(get_args(hint)[0], each) for each in value)
    return value
