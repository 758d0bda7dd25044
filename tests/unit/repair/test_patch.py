from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from esneg.repair.patch import merge_patch

VALUES = st.recursive(
    st.integers() | st.text() | st.lists(st.integers()),
    lambda below: st.dictionaries(st.sampled_from("abc"), below, max_size=3),
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


def patched(value: Any, patch: Any) -> Any:
    """RFC 7386, section 2, as it is written there."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(value) if isinstance(value, Mapping) else {}
    for name, each in patch.items():
        if each is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), each)
    return result


@given(OBJECTS, OBJECTS)
def test_the_patch_of_two_objects_makes_the_second_of_the_first(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert patched(before, merge_patch(before, after)) == after


@given(OBJECTS)
def test_the_patch_of_an_object_with_itself_is_empty(value: dict[str, Any]) -> None:
    assert merge_patch(value, value) == {}
