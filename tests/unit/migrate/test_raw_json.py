from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.migrate.raw_json import items, members

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


def written(value: object, indent: int | None, ascii_only: bool) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=ascii_only)


@given(st.dictionaries(st.text(), values, max_size=5), st.sampled_from([None, 0, 2]), st.booleans())
def test_members_of_an_object_keep_their_text(
    value: dict[str, object], indent: int | None, ascii_only: bool
) -> None:
    text = written(value, indent, ascii_only)
    found = members(text)
    assert {name: json.loads(raw) for name, raw in found.items()} == value
    assert all(raw in text for raw in found.values())


@given(st.lists(values, max_size=5), st.sampled_from([None, 0, 2]))
def test_items_of_an_array_keep_their_text(value: list[object], indent: int | None) -> None:
    found = items(written(value, indent, True))
    assert [json.loads(raw) for raw in found] == value


def test_numbers_escapes_and_blanks_stay_as_they_were_written() -> None:
    assert members(' { "a" : 1.10 ,"b":{ "x":1E5,\n"x":"\\u00e9" } } ') == {
        "a": "1.10",
        "b": '{ "x":1E5,\n"x":"\\u00e9" }',
    }


@pytest.mark.parametrize("text", ["[1]", "", '{"a" 1}', "null"])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no|Expecting"):
        members(text)
