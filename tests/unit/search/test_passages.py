"""The text of a hit."""

from __future__ import annotations

from typing import Any

import pytest

from esneg.search.passages import passage


@pytest.mark.parametrize(
    ("source", "fields", "text"),
    [
        ({"title": "A", "body": "B"}, ["title^2", "body"], "A\nB"),
        ({"body": "B"}, ["body", "body.english"], "B"),
        ({"meta": {"note": "N"}}, ["meta.note"], "N"),
        ({"meta.note": "N"}, ["meta.note"], "N"),
        ({"body": ["B", "C"]}, ["body"], "B\nC"),
        ({"parts": [{"text": "B"}, {"text": "C"}]}, ["parts.text"], "B\nC"),
        ({"body": None, "n": 3}, ["body", "n", "absent"], ""),
        ({"body": "  "}, ["body"], ""),
    ],
)
def test_a_passage_is_what_stands_in_the_searched_fields(
    source: dict[str, Any], fields: list[str], text: str
) -> None:
    assert passage(source, fields) == text
