"""Answers as the text that the cluster sent: parsed and written again, a document is no longer the same bytes.

Both client libraries parse an answer before they return it, and let only the whole client choose the parser. So
the parser is replaced by one that looks at a context variable.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_WANTED: ContextVar[bool] = ContextVar("unparsed", default=False)


@contextmanager
def unparsed() -> Iterator[None]:
    """Within the block, in this thread, JSON answers stay text."""
    token = _WANTED.set(True)
    try:
        yield
    finally:
        _WANTED.reset(token)


class KeepsText:
    """Mixed into a client library's JSON serializer, before it."""

    def loads(self, data: Any) -> Any:
        """The text itself where it is wanted, what the library makes of it elsewhere."""
        if not _WANTED.get():
            return super().loads(data)  # type: ignore[misc]
        return data.decode("utf-8", "surrogatepass") if isinstance(data, bytes) else data


def parsed(payload: Any) -> Any:
    """The JSON value of an error's payload that stayed text; what is no JSON stays as it is."""
    if not isinstance(payload, (str, bytes)):
        return payload
    try:
        return json.loads(payload)
    except ValueError:
        return payload
