"""How fast the copy goes, and how fast it may."""

from __future__ import annotations

import threading
import time

from esneg.migrate.options import Voice


class Limit:
    """Keeps to a number of documents a second, over all threads together."""

    def __init__(self, per_second: float | None) -> None:
        self._per_second = per_second
        self._lock = threading.Lock()
        self._free_at = time.monotonic()

    def wait(self, documents: int, stop: threading.Event) -> None:
        """Waits until the documents just sent are paid for, or ``stop`` is set."""
        if not self._per_second:
            return
        with self._lock:
            now = time.monotonic()
            self._free_at = max(self._free_at, now) + documents / self._per_second
            pause = self._free_at - now
        stop.wait(pause)


class Meter:
    """Tells progress with rate and time left."""

    def __init__(self, voice: Voice, step: str, total: int) -> None:
        self._voice = voice
        self._step = step
        self._total = total
        self._began = time.monotonic()
        self._first: int | None = None

    def tell(self, done: int) -> None:
        """Tells how many documents are done; the rate counts from the first call."""
        if self._first is None:
            self._first, self._began = done, time.monotonic()
        seconds = time.monotonic() - self._began
        copied = done - self._first
        text = self._step
        if copied > 0 and seconds > 0:
            rate = copied / seconds
            text += f", {rate:,.0f} documents/s"
            if self._total > done:
                text += f", {in_words((self._total - done) / rate)} left"
        self._voice.progress(text, min(done, self._total), self._total)


def in_words(seconds: float) -> str:
    """A length of time as people say it: "40 s", "12 min", "3.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
