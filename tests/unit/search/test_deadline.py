"""The time limit of a whole search."""

from __future__ import annotations

import threading

import pytest

from esneg.errors import UsageError
from esneg.search.deadline import Deadline, OutOfTime


def test_without_a_limit_work_runs_in_the_callers_thread() -> None:
    assert Deadline().run("working", threading.current_thread) is threading.current_thread()


def test_work_that_is_done_in_time_gives_its_result() -> None:
    assert Deadline(60).run("working", lambda: 42) == 42


def test_work_that_overruns_is_left_alone_and_named() -> None:
    never = threading.Event()

    with pytest.raises(OutOfTime, match=r"not done within 0\.05 s: it ended while waiting"):
        Deadline(0.05).run("waiting", never.wait)
    never.set()


def test_no_work_begins_when_no_time_is_left() -> None:
    begun: list[int] = []
    deadline = Deadline(1e-9)

    with pytest.raises(OutOfTime):
        deadline.run("working", lambda: begun.append(1))
    assert not begun
    assert deadline.passed


@pytest.mark.parametrize("error", [ValueError("no"), TimeoutError("its own")])
def test_an_error_of_the_work_is_the_callers(error: Exception) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        Deadline(60).run("working", fail)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_limit_is_more_than_nothing(timeout: float) -> None:
    with pytest.raises(UsageError, match="must be more than 0 seconds"):
        Deadline(timeout)
