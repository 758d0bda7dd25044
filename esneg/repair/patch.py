"""What turns one JSON value into another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON merge patch (RFC 7386) that makes ``after`` of ``before``: null takes away."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        old = before.get(name)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            if below := merge_patch(old, value):
                patch[name] = below
        elif name not in before or old != value:
            patch[name] = value
    return patch
