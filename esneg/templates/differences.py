"""Where two bodies differ, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from esneg.templates.model import canonical

ABSENT = object()


@dataclass(frozen=True)
class Difference:
    """One place where two bodies differ.

    Attributes:
        path: the keys on the way to it, with dots between them.
        before, after: the values; None where there is none.
    """

    path: str
    before: Any
    after: Any


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What changes when one body takes the place of another, however the engine spells either."""
    return list(_walk("", canonical(before), canonical(after)))


def _walk(path: str, before: Any, after: Any) -> Iterator[Difference]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys((*before, *after)):
            below = f"{path}.{key}" if path else str(key)
            yield from _walk(below, before.get(key, ABSENT), after.get(key, ABSENT))
    elif before != after:
        yield Difference(path, _shown(before), _shown(after))


def _shown(value: Any) -> Any:
    return None if value is ABSENT else value
