"""Reads settings, mappings and templates from files.

A file is the answer of ``GET index``, ``GET _index_template``, ``GET _component_template`` or ``GET _template``, or
one body as it would be sent to make an index or a template.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from esneg.errors import UsageError

STDIN = "-"

_LARGEST = 256 * 1024 * 1024
"""Bytes: more than any cluster's settings and mappings, and less than what fills a machine's memory."""


@dataclass
class Definitions:
    """What the files hold.

    Attributes:
        indices: name to body (``settings``, ``mappings``).
        index_templates, component_templates, legacy_templates: name to body.
        sources: name of any of these to the file that it came from.
    """

    indices: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    index_templates: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    component_templates: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    legacy_templates: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.sources)


def read_definitions(paths: Sequence[str]) -> Definitions:
    """Reads files, folders (every ``*.json`` below) and ``-`` for stdin.

    Raises:
        UsageError: a file cannot be read, is no JSON or holds nothing to audit; with file, line and column.
    """
    found = Definitions()
    for name, text in _texts(paths):
        if not _take(found, name, _parsed(name, text)):
            raise UsageError(
                f"{name}: holds no settings, mappings or templates",
                remedy="give the answer of GET index, GET _index_template or GET _component_template, or one body",
            )
    if not found:
        raise UsageError(f"no *.json in {', '.join(paths)}")
    return found


def _texts(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    for given in paths:
        if given == STDIN:
            yield "stdin", sys.stdin.read()
            continue
        path = Path(given)
        for each in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            yield str(each), _read(each)


def _read(path: Path) -> str:
    try:
        if (size := path.stat().st_size) > _LARGEST:
            raise UsageError(f"{path}: {size // 2**20} MB is too large for settings and mappings")
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path}: not UTF-8 at byte {error.start}", remedy="convert the file to UTF-8"
        ) from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def _parsed(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{name}, line {error.lineno}, column {error.colno}: not valid JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise UsageError(f"{name}: nested too deeply to be read") from None


def _take(found: Definitions, source: str, value: Any) -> bool:
    """Sorts one file's value into what it is; False when it is nothing of all that."""
    if not isinstance(value, Mapping):
        return False
    for key, inner, into in (
        ("index_templates", "index_template", found.index_templates),
        ("component_templates", "component_template", found.component_templates),
    ):
        if isinstance(value.get(key), list):
            entries = [
                each
                for each in value[key]
                if isinstance(each, Mapping) and isinstance(each.get(inner), Mapping)
            ]
            return _add_all(found, source, into, ((str(each.get("name")), each[inner]) for each in entries))
    stem = Path(source).stem.removesuffix(".index_template").removesuffix(".component_template")
    if isinstance(value.get("template"), Mapping) or "composed_of" in value:
        into = found.index_templates if "index_patterns" in value else found.component_templates
        return _add_all(found, source, into, [(stem, value)])
    if "index_patterns" in value:
        return _add_all(found, source, found.legacy_templates, [(stem, value)])
    if _is_body(value):
        return _add_all(found, source, found.indices, [(stem, value)])
    named = {str(name): body for name, body in value.items() if _is_body(body)}
    legacy = {name: body for name, body in named.items() if "index_patterns" in body}
    indices = {name: body for name, body in named.items() if name not in legacy}
    taken = _add_all(found, source, found.legacy_templates, legacy.items())
    return _add_all(found, source, found.indices, indices.items()) or taken


def _is_body(value: Any) -> bool:
    return isinstance(value, Mapping) and (
        isinstance(value.get("settings"), Mapping) or isinstance(value.get("mappings"), Mapping)
    )


def _add_all(
    found: Definitions,
    source: str,
    into: dict[str, Mapping[str, Any]],
    named: Iterable[tuple[str, Mapping[str, Any]]],
) -> bool:
    any_taken = False
    for name, body in named:
        # Two files may hold the same name: a repository has one template for each environment.
        unique = name if name not in found.sources else f"{name} ({source})"
        into[unique] = body
        found.sources[unique] = source
        any_taken = True
    return any_taken
