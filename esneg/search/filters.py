"""Filters as users write them: JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from esneg.errors import UsageError

_EXAMPLE = """a filter is a query of the engines: '{"term": {"domain": "home"}}'; for several, a bool query"""


def parse_filter(text: str) -> Mapping[str, Any]:
    """A filter from its JSON.

    Raises:
        UsageError: no JSON, or not one query.
    """
    try:
        parsed = json.loads(text)
    except ValueError as error:
        raise UsageError(f"the filter is not JSON: {error}", remedy=_EXAMPLE) from None
    if not isinstance(parsed, dict) or len(parsed) != 1 or not isinstance(next(iter(parsed.values())), dict):
        raise UsageError("the filter is not one query", remedy=_EXAMPLE)
    return parsed


def parse_weights(text: str) -> tuple[float, ...]:
    """Weights from "2,1".

    Raises:
        UsageError: something in it is no number.
    """
    try:
        return tuple(float(each) for each in text.split(","))
    except ValueError:
        raise UsageError(
            f"weights are numbers between commas, one a leg, not {text!r}", remedy="write them like 2,1"
        ) from None
