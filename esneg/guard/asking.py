"""Asking a model that may fail, hang or answer nonsense: what comes back is probabilities, or why there are none."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Sequence
from typing import Any, Protocol

from esneg.errors import UsageError

Probabilities = tuple[float, float, float]
"""Of same, unrelated and opposite."""

Pairs = Sequence[tuple[str, str]]
Answers = list[Probabilities | str]
"""For each pair its probabilities, or a note on why there are none."""

_SUM_WITHIN = 0.01
"""How far from 1 three probabilities may add up: a model in half precision rounds."""


class PolarityScores(Protocol):
    """What the guard asks of a model; `esneg.polarity_model.PolarityModel` is one."""

    def polarity(self, pairs: Pairs) -> Sequence[Probabilities]:
        """The probabilities for each pair (new text, text that is there)."""


class Asker:
    """Asks a model, one call after the other where there is a time limit.

    A call that is late is given up, and its answer dropped. While it still runs, further calls are answered at once
    with a note, so that nothing piles up behind a model that hangs; they reach the model again when it has ended. The
    calls run in daemon threads, as Python would wait for any other before it exits.

    Args:
        model: the model.
        timeout: seconds for one call, waiting for the call before it included; None waits.

    Raises:
        UsageError: the timeout is no time.
    """

    def __init__(self, model: PolarityScores, timeout: float | None) -> None:
        if timeout is not None and not 0 < timeout <= threading.TIMEOUT_MAX:
            raise UsageError(f"the timeout is a number of seconds above 0, not {timeout:g}")
        self._model, self._timeout = model, timeout
        self._turn = threading.Lock()  # held while a call runs, by whichever thread
        self._overdue = False  # whether the call that runs has been given up

    def ask(self, pairs: Pairs) -> Answers:
        """An answer for each pair; never raises an exception of the model's."""
        if self._timeout is None:
            return self._call(pairs)
        late = [f"the model took more than {self._timeout:g} s"] * len(pairs)
        until = time.monotonic() + self._timeout
        if self._overdue:
            if not self._turn.acquire(blocking=False):
                return ["the model still runs a call that was given up"] * len(pairs)
        elif not self._turn.acquire(timeout=self._timeout):
            return [*late]
        self._overdue = False
        answers: queue.SimpleQueue[Answers] = queue.SimpleQueue()
        thread = threading.Thread(target=self._run, args=(pairs, answers), name="esneg-guard", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # no thread to be had: the process is at its limit, or ends
            self._turn.release()
            return ["the model could not be asked: no thread"] * len(pairs)
        try:
            return answers.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            self._overdue = True
            return [*late]

    def _run(self, pairs: Pairs, answers: queue.SimpleQueue[Answers]) -> None:
        try:
            found = self._call(pairs)
        except BaseException as error:  # SystemExit: there is nobody to end here but this thread
            found = _failed(error, pairs)
        self._turn.release()
        answers.put(found)

    def _call(self, pairs: Pairs) -> Answers:
        try:
            given = list(self._model.polarity(pairs))
        except Exception as error:  # a guard that lets its caller fall over guards nothing
            return _failed(error, pairs)
        if len(given) != len(pairs):
            return [f"the model gave {len(given)} answers for {len(pairs)} pairs"] * len(pairs)
        return [_probabilities(each) for each in given]


def _failed(error: BaseException, pairs: Pairs) -> Answers:
    """The error's text may hold what nobody should read; its kind does not."""
    return [f"the model failed: {type(error).__name__}"] * len(pairs)


def _probabilities(given: Any) -> Probabilities | str:
    """Logits and percentages would pass a threshold too, so only what can be probabilities is taken."""
    try:
        same, unrelated, opposite = (float(number) for number in given)
    except Exception:
        return "the model's answer is not three numbers"
    found = (same, unrelated, opposite)
    # NaN is in no range.
    if all(0 <= number <= 1 for number in found) and math.isclose(sum(found), 1, abs_tol=_SUM_WITHIN):
        return found
    return "the model's answer is not three probabilities that sum to 1"
