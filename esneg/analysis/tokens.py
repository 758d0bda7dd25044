"""Tokens as the engine gives them, and when two token streams are the same to a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any


@dataclass(frozen=True)
class Token:
    """One token of an ``_analyze`` answer.

    Attributes:
        text: the term.
        position: its position; a dropped word leaves a gap.
        start: offset of its first character in the text, in UTF-16 code units, as the engines count.
        end: offset behind its last character.
        length: how many positions it spans (more than 1 in a graph of synonyms).
    """

    text: str
    position: int
    start: int
    end: int
    length: int = 1


def token_from(raw: Mapping[str, Any]) -> Token:
    """Reads one token of an ``_analyze`` answer."""
    return Token(
        text=str(raw["token"]),
        position=int(raw["position"]),
        start=int(raw["start_offset"]),
        end=int(raw["end_offset"]),
        length=int(raw.get("positionLength", 1)),
    )


def graph(tokens: Iterable[Token]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """What a ``match`` query can see of a stream: the terms of each position, in order, gaps closed.

    Two texts with the same graph are the same text to every query that does not count positions. Terms at one
    position have no order; empty terms match nothing and do not count.
    """
    seen = sorted((t for t in tokens if t.text), key=lambda t: t.position)
    return tuple(
        tuple(sorted({(t.text, t.length) for t in at_position}))
        for _, at_position in groupby(seen, key=lambda t: t.position)
    )


def utf16_length(text: str) -> int:
    """The length of a text as the engines count offsets: in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def with_check(texts: Sequence[str]) -> list[str]:
    """The texts, and the longest of them once more at the end, for `split_checked`."""
    return [*texts, max(texts, key=len)]


def split_checked(tokens: Sequence[Token], texts: Sequence[str]) -> list[list[Token]] | None:
    """As `split_by_text`, for texts from `with_check`; None when the split cannot be trusted.

    A filter that stops early (``limit``) leaves the rest of a text uncounted, and all later texts begin too soon.
    The text that stands there twice shows it: its last copy must give the tokens of its first, in its own place.

    Returns:
        One stream for each text but the last.
    """
    streams = split_by_text(tokens, texts)
    first = streams[texts.index(texts[-1])]
    if [(t.text, t.start, t.end) for t in first] != [(t.text, t.start, t.end) for t in streams[-1]]:
        return None
    return streams[:-1]


def split_by_text(tokens: Iterable[Token], texts: Sequence[str]) -> list[list[Token]]:
    """Gives each text its own tokens back, with offsets of its own, from one answer for several texts.

    ``_analyze`` takes a list of texts and answers with one stream, in which every text starts one character
    behind the end of the one before it.
    """
    starts, at = [], 0
    for text in texts:
        starts.append(at)
        at += utf16_length(text) + 1
    streams: list[list[Token]] = [[] for _ in texts]
    current = 0
    for token in tokens:
        # Tokens come text by text, so the search never has to go back.
        while current + 1 < len(texts) and token.start >= starts[current + 1]:
            current += 1
        base = starts[current]
        streams[current].append(
            Token(token.text, token.position, token.start - base, token.end - base, token.length)
        )
    return streams
