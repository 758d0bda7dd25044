"""Numbers, units and dates of a text, in a form in which equal quantities are equal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from esneg.guard.lists import Lists

Quantity = tuple[str, float]
"""(dimension, value in the dimension's base unit); ("", value) for a bare number."""

_NUMBER = re.compile(r"^\d+(?:[.,]\d+)*$")
_JOINED = re.compile(r"^(\d+(?:[.,]\d+)*)-?([a-z%€$£]+)$")
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")


def quantities(tokens: Sequence[str], lists: Lists) -> tuple[tuple[Quantity, ...], frozenset[str]]:
    """The quantities of a text, in order, and the tokens that they were made of.

    Args:
        tokens: of the plain text (`esneg.polarity_model.words.tokens`).
        lists: of its language.
    """
    found: list[Quantity] = []
    used: set[str] = set()
    for at, token in enumerate(tokens):
        value, unit = _value(token, lists), ""
        if value is None and (joined := _JOINED.match(token)):
            # "30-day", "5mg"; "v2" and "3d" hold no unit and stay words
            if joined[2] not in lists.units:
                continue
            value, unit = _parse(joined[1]), joined[2]
        if value is None:
            continue
        used.add(token)
        if not unit and at + 1 < len(tokens) and tokens[at + 1] in lists.units:
            unit = tokens[at + 1]
        elif not unit and at and tokens[at - 1] in "$€£":
            unit = tokens[at - 1]
        if unit:
            used.add(unit)
        dimension, factor = lists.units.get(unit, ("", 1.0))
        found.append((dimension, round(value * factor, 9)))
    return tuple(found), frozenset(used)


def _value(token: str, lists: Lists) -> float | None:
    if token in lists.numbers:
        return lists.numbers[token]
    if ordinal := _ORDINAL.match(token):
        return float(ordinal[1])
    return _parse(token) if _NUMBER.match(token) else None


def _parse(digits: str) -> float:
    """1,000 and 1.000 are a thousand; 2.5 and 2,5 are two and a half; of a version (1.2.3) each part counts."""
    parts = re.split(r"[.,]", digits)
    if len(parts) == 1:
        return float(digits)
    if len(parts[-1]) == 3 and all(len(p) == 3 for p in parts[1:]) and len(parts[0]) <= 3 and parts[0] != "0":
        return float("".join(parts))
    if len(parts) == 2:
        return float(".".join(parts))
    return float(sum(int(p) * 10 ** (-4 * i) for i, p in enumerate(parts)))
