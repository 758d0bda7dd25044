"""The line of a file where a field is defined, so that a report can point to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')

_LARGEST = 4 * 1024 * 1024
"""Bytes: of a larger file nobody reads lines, and its tokens would fill the memory."""

_Path = tuple[str | int, ...]


def lines_of_fields(
    sources: Mapping[str, str], places: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """The lines, from 1, of those places that are found in their files.

    Args:
        sources: name of an index or template to its file; what is no file is passed over.
        places: (name, field); a field is its full path.
    """
    wanted: dict[str, list[tuple[str, str]]] = {}
    for name, field in dict.fromkeys(places):
        wanted.setdefault(sources.get(name, ""), []).append((name, field))
    found: dict[tuple[str, str], int] = {}
    for source, here in wanted.items():
        path = Path(source)
        if source and path.is_file() and path.stat().st_size <= _LARGEST:
            by_place = dict(_fields(path.read_text("utf-8-sig")))
            for name, field in here:
                # Two files with one name: see `files`. A file that holds one body has no name for it inside.
                own = name.removesuffix(f" ({source})")
                line = by_place.get((own, field), by_place.get(("", field)))
                if line is not None:
                    found[name, field] = line
    return found


def _fields(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """((name, field), line) of every field; the name is "" where the file holds one body and gives none."""
    keys = list(_keys(text))
    # In a list of templates the name is a value beside the body, before or after it.
    names: dict[_Path, str] = {path[:2]: value for path, _, value in keys if _is_name(path)}
    for path, line, _ in keys:
        if "mappings" not in path:
            continue
        at = path.index("mappings")
        kinds, segments = path[at + 1 :: 2], path[at + 2 :: 2]
        if segments and len(kinds) == len(segments) and set(kinds) <= {"properties", "fields"}:
            first = path[0] if at == 1 and path[0] != "template" else ""
            yield (names.get(path[:2], str(first)), ".".join(map(str, segments))), line


def _is_name(path: _Path) -> bool:
    return len(path) == 3 and isinstance(path[1], int) and path[2] == "name"


def _keys(text: str) -> Iterator[tuple[_Path, int, str]]:
    """Every key of a JSON text with its path, its line, and its value when that is a string.

    The text is known to be JSON: `esneg.audit.offline.files` has parsed it.
    """
    path: list[str | int] = []
    line, seen = 1, 0
    tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text)]
    containers: list[str] = []
    for number, (token, start) in enumerate(tokens):
        line += text.count("\n", seen, start)
        seen = start
        if token in "{[":
            containers.append(token)
            path.append(0 if token == "[" else "")
        elif token in "}]":
            containers.pop()
            path.pop()
        elif token == "," and containers[-1] == "[":
            path[-1] = int(path[-1]) + 1
        elif token == ":":
            key, at = tokens[number - 1]
            following = tokens[number + 1][0]
            path[-1] = _string(key)
            yield (
                tuple(path),
                line - text.count("\n", at, start),
                _string(following) if following.startswith('"') else "",
            )


def _string(token: str) -> str:
    return str(json.loads(token))
