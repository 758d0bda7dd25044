"""The mapping file: which fields to load, written down in YAML or JSON.

::

    id: doc_id              # absent: ids are made from content
    text: [title, body]     # or one name
    metadata: [url, date]   # absent: every other field is kept
    vector: embedding
    language: en
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esneg.errors import UsageError


@dataclass(frozen=True)
class MappingFile:
    """What a mapping file says; None for what it leaves open."""

    id: str | None = None
    text: tuple[str, ...] | None = None
    metadata: tuple[str, ...] | None = None
    vector: str | None = None
    language: str | None = None


_LISTS = ("text", "metadata")
_NAMES = ("id", "vector", "language")


def read_mapping_file(path: Path) -> MappingFile:
    """Reads a mapping file.

    Raises:
        UsageError: it cannot be read, is no YAML or JSON, or says something unknown.
    """
    import yaml

    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the mapping file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"the mapping file {path} is not UTF-8") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise UsageError(f"the mapping file {path}{where}: {error.problem}") from None
    except yaml.YAMLError as error:
        raise UsageError(f"the mapping file {path}: {str(error).splitlines()[0]}") from None
    if not isinstance(content, dict):
        raise UsageError(f"the mapping file {path} holds no names with values", remedy=_REMEDY)
    unknown = [str(name) for name in content if name not in (*_LISTS, *_NAMES)]
    if unknown:
        raise UsageError(
            f"the mapping file {path} has an unknown entry: {', '.join(unknown)}", remedy=_REMEDY
        )
    values: dict[str, Any] = {}
    for name, value in content.items():
        values[name] = _names(path, name, value) if name in _LISTS else _name(path, name, value)
    return MappingFile(**values)


_REMEDY = f"it may say: {', '.join((*_NAMES, *_LISTS))}"


def _names(path: Path, entry: str, value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    if entry == "text" and not values:
        raise UsageError(f"the mapping file {path}: {entry} names no field")
    return tuple(_name(path, entry, each) for each in values)


def _name(path: Path, entry: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise UsageError(f"the mapping file {path}: {entry} must be the name of a field, not {value!r}")
    return value
