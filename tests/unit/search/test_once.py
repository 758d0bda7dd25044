"""Things that are made when first needed."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from esneg.search.once import Once


def test_it_is_made_once_whatever_number_of_threads_need_it() -> None:
    made: list[int] = []
    start = threading.Barrier(8)

    def make() -> object:
        made.append(1)
        time.sleep(0.05)  # wide enough for all the others to ask meanwhile
        return object()

    once = Once(make)

    def get(_: int) -> object:
        start.wait()
        return once.get()

    with ThreadPoolExecutor(8) as threads:
        got = set(threads.map(get, range(8)))

    assert len(got) == len(made) == 1


def test_what_failed_is_tried_again() -> None:
    outcomes = iter([ValueError("not yet"), 42])

    def make() -> int:
        outcome = next(outcomes)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    once = Once(make)
    with pytest.raises(ValueError, match="not yet"):
        once.get()
    assert once.get() == 42
