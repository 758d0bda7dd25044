from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from esneg.migrate.documents import NOTHING, Document, batches, walk

sequences = st.sets(st.integers(min_value=0, max_value=400))


@given(sequences, st.integers(min_value=1, max_value=50), st.integers(min_value=NOTHING, max_value=200))
def test_a_walk_meets_every_document_once_and_in_order_whatever_the_holes(
    present: set[int], size: int, after: int
) -> None:
    asked: list[int] = []

    def fetch(low: int, high: int) -> list[Document]:
        found = sorted(n for n in present if low < n <= high)[:size]
        asked.append(len(found))
        return [Document(str(n), None, 1, seq_no=n) for n in found]

    end = 400
    pages = list(walk(fetch, after, end, size))
    assert [d.seq_no for page, _ in pages for d in page] == sorted(n for n in present if n > after)
    # Whoever stops after a page goes on behind its position and misses nothing.
    for page, position in pages:
        assert all(d.seq_no <= position for d in page)
    assert pages[-1][1] == end
    assert max(asked) <= size


def test_a_walk_over_many_holes_widens_its_window() -> None:
    windows: list[int] = []

    def fetch(low: int, high: int) -> list[Document]:
        windows.append(high - low)
        return []

    list(walk(fetch, NOTHING, 1_000_000, 100))
    assert len(windows) < 20


def test_a_walk_over_nothing_asks_nothing() -> None:
    assert list(walk(lambda low, high: [], 7, 7, 100)) == []


@given(st.integers(min_value=0, max_value=30), st.integers(min_value=1, max_value=7))
def test_batches_hold_everything_in_order(count: int, size: int) -> None:
    documents = [Document(str(n), None, 1) for n in range(count)]
    found = list(batches(documents, size))
    assert [each for batch in found for each in batch] == documents
    assert all(0 < len(batch) <= size for batch in found)
