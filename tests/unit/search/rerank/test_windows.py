"""Cutting texts into windows, and windows into batches."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from esneg.search.rerank.windows import batches, windows


@given(st.integers(1, 300), st.integers(1, 60))
def test_windows_cover_every_token_and_none_is_over_budget(tokens: int, budget: int) -> None:
    spans, cut = windows([(at, at + 1) for at in range(tokens)], budget, most=10_000)

    assert not cut
    assert {at for start, end in spans for at in range(start, end)} == set(range(tokens))
    assert all(0 < end - start <= budget for start, end in spans)


@given(st.integers(1, 300), st.integers(4, 60))
def test_neighbouring_windows_overlap(tokens: int, budget: int) -> None:
    spans, _ = windows([(at, at + 1) for at in range(tokens)], budget, most=10_000)

    assert all(start < end for (_, end), (start, _) in itertools.pairwise(spans))


def test_past_the_most_windows_the_text_is_cut() -> None:
    spans, cut = windows([(at, at + 1) for at in range(100)], 10, most=3)

    assert len(spans) == 3
    assert cut


@given(st.lists(st.integers(0, 500)), st.integers(1, 9))
def test_batches_hold_every_position_once_the_longest_first(lengths: list[int], size: int) -> None:
    made = batches(lengths, size)

    flat = [at for batch in made for at in batch]
    assert sorted(flat) == list(range(len(lengths)))
    assert [lengths[at] for at in flat] == sorted(lengths, reverse=True)
    assert all(len(batch) <= size for batch in made)
