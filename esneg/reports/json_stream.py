"""Writes JSON as it goes: of what may have a million entries, one line each, only one is held at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def json_pieces(value: Any) -> Iterator[str]:
    """The JSON text of a value: mappings and lists spread over lines; an iterator is a list of one entry a line.

    Text stays readable in every script.
    """
    yield from _value(value, "")
    yield "\n"


def _value(value: Any, indent: str) -> Iterator[str]:
    deeper = f"{indent}  "
    if isinstance(value, Mapping):
        entries = ((f"{_text(key)}: ", _value(item, deeper)) for key, item in value.items())
        yield from _block("{", entries, "}", indent)
    elif isinstance(value, list):
        yield from _block("[", (("", _value(item, deeper)) for item in value), "]", indent)
    elif isinstance(value, Iterator):
        yield from _block("[", ((_text(item), ()) for item in value), "]", indent)
    else:
        yield _text(value)


def _block(start: str, entries: Iterable[tuple[str, Iterable[str]]], end: str, indent: str) -> Iterator[str]:
    separator = ""
    yield start
    for head, rest in entries:
        yield f"{separator}\n{indent}  {head}"
        yield from rest
        separator = ","
    yield f"\n{indent}{end}" if separator else end


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
