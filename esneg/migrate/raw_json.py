"""Cuts JSON text into its members without changing a byte of them."""

from __future__ import annotations

import json

_DECODER = json.JSONDecoder(strict=False)
_SPACE = " \t\n\r"


def members(text: str) -> dict[str, str]:
    """The members of an object, each value as it is written. Of a name that occurs twice, the last.

    Raises:
        ValueError: the text is no JSON object.
    """
    found: dict[str, str] = {}
    at = _opened(text, "{")
    while text[at] != "}":
        name, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] != ":":
            raise ValueError(f"no colon at {at}")
        start = _skip(text, at + 1)
        _, at = _DECODER.raw_decode(text, start)
        found[name] = text[start:at]
        at = _next(text, at)
    return found


def items(text: str) -> list[str]:
    """The items of an array, each as it is written.

    Raises:
        ValueError: the text is no JSON array.
    """
    found: list[str] = []
    at = _opened(text, "[")
    while text[at] != "]":
        _, end = _DECODER.raw_decode(text, at)
        found.append(text[at:end])
        at = _next(text, end)
    return found


def _opened(text: str, bracket: str) -> int:
    at = _skip(text, 0)
    if text[at : at + 1] != bracket:
        raise ValueError(f"no {bracket} at {at}")
    return _skip(text, at + 1)


def _next(text: str, at: int) -> int:
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in _SPACE:
        at += 1
    return at
