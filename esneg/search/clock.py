"""How long the steps of a search take."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Seconds a step, and in all."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._steps: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        """Times what is done under ``with``."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._steps[step] = time.perf_counter() - began

    def seconds(self) -> dict[str, float]:
        """What each step took, and under "total" what has passed since the clock was made."""
        return {**self._steps, "total": time.perf_counter() - self._began}
