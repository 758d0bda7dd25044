from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from esneg.ingest.ranges import RangeSet

RANGES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=30)


@given(ranges=RANGES)
def test_it_holds_what_a_set_holds(ranges: list[tuple[int, int]]) -> None:
    found = RangeSet(ranges)
    expected = {number for begin, end in ranges for number in range(begin, end)}
    assert {number for number in range(-1, 62) if number in found} == expected
    assert len(found) == len(expected)


@given(ranges=RANGES)
def test_its_ranges_are_sorted_and_neither_overlap_nor_touch(ranges: list[tuple[int, int]]) -> None:
    found = RangeSet(ranges).as_lists()
    flat = [bound for each in found for bound in each]
    assert flat == sorted(set(flat))


@given(one=RANGES, other=RANGES)
def test_the_order_in_which_things_are_put_in_does_not_matter(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    first, second = RangeSet(one), RangeSet(other)
    first.update(RangeSet(other))
    second.update(RangeSet(one))
    assert first == second == RangeSet(first.as_lists())
