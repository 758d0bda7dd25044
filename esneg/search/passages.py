"""The text of a hit, for whoever reads it: a re-ranker, a polarity model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def passage(source: Mapping[str, Any], text_fields: Sequence[str]) -> str:
    """The text that stands in the fields of a document, a field a line; "" when there is none.

    Of a multi-field ("body.english") the text stands in its parent.
    """
    texts: dict[str, None] = {}  # an ordered set: a field and its multi-field hold one text
    for field in text_fields:
        for text in _values(source, field.partition("^")[0].split(".")):
            texts[text] = None
    return "\n".join(texts)


def _values(value: Any, path: Sequence[str]) -> Iterator[str]:
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _values(each, path)
    elif isinstance(value, Mapping):
        for length in range(1, len(path) + 1):  # a document may spell an object as "a.b"
            key = ".".join(path[:length])
            if key in value:
                yield from _values(value[key], path[length:])
