"""Keeps the books of a load: what became of each record, on disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from esneg.ingest.dead_letters import DeadLetters
from esneg.ingest.items import Outcome
from esneg.ingest.ranges import RangeSet
from esneg.ingest.resume import ResumeFile
from esneg.ingest.tally import Tally

SAVE_EVERY = 1.0
"""Seconds: how much work a killed load does twice, at most."""


class Ledger:
    """Takes outcomes from several threads; counts them, writes dead letters and the resume file.

    The dead letter of a record is on disk before the record counts as done.
    """

    def __init__(
        self, resume: ResumeFile, letters: DeadLetters, sources: int, progress: Callable[[Tally], None]
    ) -> None:
        self.tally = Tally()
        self._resume = resume
        self._letters = letters
        self._progress = progress
        self._lock = threading.Lock()
        self._done = [RangeSet() for _ in range(sources)]
        self._rejected = 0
        self._saved = time.monotonic()

    def record(self, outcomes: list[Outcome]) -> None:
        """Enters outcomes."""
        with self._lock:
            self._letters.write([(each.origin, each.rejection) for each in outcomes if each.rejection])
            for outcome in outcomes:
                self._done[outcome.origin.source].add(outcome.origin.record.ordinal)
                if outcome.rejection:
                    self.tally.rejected += 1
                    self._rejected += 1
                elif outcome.result == "updated":
                    self.tally.updated += 1
                else:
                    self.tally.created += 1
            if time.monotonic() - self._saved >= SAVE_EVERY:
                self._save()
            self._progress(replace(self.tally))

    def seen(self, *, already_done: bool) -> None:
        """Counts a record that was read; called from the reading thread alone."""
        self.tally.seen += 1
        self.tally.already_done += already_done

    def save(self) -> None:
        """Writes what is done to the resume file."""
        with self._lock:
            self._save()

    def _save(self) -> None:
        self._resume.add(self._done, self._rejected)
        self._done = [RangeSet() for _ in self._done]
        self._rejected = 0
        self._saved = time.monotonic()
