"""A time limit for a whole search, its steps in other libraries included."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TypeVar

from esneg.errors import EsnegError, UsageError

T = TypeVar("T")


class OutOfTime(EsnegError):
    """A search that did not end within its ``timeout``."""


class Deadline:
    """A moment that a search must not outlast.

    Args:
        timeout: seconds from now; None for no limit.
    """

    def __init__(self, timeout: float | None = None) -> None:
        if timeout is not None and not timeout > 0:
            raise UsageError(f"the timeout must be more than 0 seconds, not {timeout:g}")
        self.timeout = timeout
        self._end = None if timeout is None else time.monotonic() + timeout

    @property
    def remaining(self) -> float | None:
        """Seconds left, at least 0; None when there is no limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def passed(self) -> bool:
        """Whether no time is left."""
        return self.remaining == 0.0

    def run(self, step: str, work: Callable[[], T]) -> T:
        """Does ``work``, but not for longer than what is left of the time.

        Work that overruns goes on in a thread of its own, whose result nobody reads: Python cannot stop it. That
        thread does not keep the process alive.

        Raises:
            OutOfTime: the work was not done in time.
        """
        remaining = self.remaining
        if remaining is None:
            return work()
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # handed over to the thread that waits
                done.set_exception(error)

        if remaining > 0:
            threading.Thread(target=run, name=f"esneg-{step}", daemon=True).start()
            try:
                return done.result(timeout=remaining)
            except FutureTimeout:
                if done.done():  # the work's own TimeoutError
                    raise
        raise OutOfTime(
            f"the search was not done within {self.timeout:g} s: it ended while {step}",
            remedy="give it more time (timeout, --timeout), or less to do",
        )
