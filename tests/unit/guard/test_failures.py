"""The guard fails closed: whatever goes wrong, the verdict is "unsure", says why, and nothing is raised."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from esneg.errors import UsageError
from esneg.guard import PolarityGuard
from esneg.guard import guard as guard_module

OPEN = ("How can I renew my card?", "What must I do so that my card goes on working?")
SAME = (0.98, 0.01, 0.01)


class Answers:
    """A model whose answer to each call is what a function returns, or raises."""

    def __init__(self, answer: Callable[[Sequence[tuple[str, str]]], Any]) -> None:
        self.answer = answer
        self.calls = 0

    def polarity(self, pairs: Sequence[tuple[str, str]]) -> Any:
        self.calls += 1
        return self.answer(pairs)


class Hangs(Answers):
    """A model that answers once it is let go."""

    def __init__(self) -> None:
        super().__init__(lambda pairs: [SAME] * len(pairs))
        self.let_go = threading.Event()

    def polarity(self, pairs: Sequence[tuple[str, str]]) -> Any:
        found = super().polarity(pairs)
        assert self.let_go.wait(30)
        return found


def raising(error: BaseException) -> Answers:
    def answer(pairs: Sequence[tuple[str, str]]) -> Any:
        raise error

    return Answers(answer)


def note_of(guard: PolarityGuard) -> str:
    verdict = guard.check(*OPEN)
    assert (verdict.outcome, verdict.decided_by, verdict.safe) == ("unsure", "nothing", False)
    assert verdict.evidence[0].rule == "failure"
    return verdict.evidence[0].note


@pytest.mark.parametrize("timeout", [None, 5.0])
@pytest.mark.parametrize("error", [RuntimeError("secret: hunter2"), TimeoutError("secret"), MemoryError()])
def test_an_error_of_the_model_is_named_by_its_kind_and_never_by_its_text(
    error: Exception, timeout: float | None
) -> None:
    note = note_of(PolarityGuard(raising(error), timeout=timeout))
    assert note == f"the model failed: {type(error).__name__}"


def test_a_model_that_ends_its_thread_is_a_failure_and_not_a_time_out() -> None:
    assert note_of(PolarityGuard(raising(SystemExit()), timeout=5.0)) == "the model failed: SystemExit"


@pytest.mark.parametrize("timeout", [None, 5.0])
@pytest.mark.parametrize(
    "answer",
    [
        None,
        3,
        [],
        [SAME, SAME],
        [None],
        [()],
        [(0.9, 0.1)],
        [(0.9, 0.05, 0.03, 0.02)],
        [("much", "little", "none")],
        [(0.9, float("nan"), float("nan"))],
        [(float("nan"),) * 3],
        [(5.0, -2.0, -3.0)],
        [(98.0, 1.0, 1.0)],
        [(1.2, -0.1, -0.1)],
        [(0.9, 0.9, 0.1)],
        [(0.6, 0.0, 0.0)],
        [(float("inf"), 0.0, 0.0)],
    ],
)
def test_an_answer_that_is_not_three_probabilities_a_pair_is_no_answer(
    answer: Any, timeout: float | None
) -> None:
    assert "the model" in note_of(PolarityGuard(Answers(lambda pairs: answer), timeout=timeout))


def test_an_answer_that_breaks_while_it_is_read_is_no_answer() -> None:
    def one_by_one(pairs: Sequence[tuple[str, str]]) -> Any:
        yield from ()
        raise OSError

    assert note_of(PolarityGuard(Answers(one_by_one))) == "the model failed: OSError"


def test_one_bad_answer_leaves_the_others_of_the_call_alone() -> None:
    model = Answers(lambda pairs: [SAME, (9.0, 0.0, 0.0), SAME])
    assert [v.outcome for v in PolarityGuard(model).check_many([OPEN] * 3)] == ["same", "unsure", "same"]


def test_probabilities_that_were_rounded_are_probabilities() -> None:
    assert PolarityGuard(Answers(lambda pairs: [(0.98, 0.012, 0.011)])).check(*OPEN).outcome == "same"


def test_a_late_model_makes_the_guard_unsure_until_it_answers_again() -> None:
    model = Hangs()
    guard = PolarityGuard(model, timeout=0.3)
    assert note_of(guard) == "the model took more than 0.3 s"
    began = time.monotonic()
    for _ in range(100):
        assert note_of(guard) == "the model still runs a call that was given up"
    assert time.monotonic() - began < 100 * 0.3 / 2  # none of them waited its time-out
    assert guard.check("Is lunch included?", "Is lunch excluded?").outcome == "opposite"  # rules go on
    assert model.calls == 1
    model.let_go.set()
    assert _eventually(lambda: guard.check(*OPEN).outcome == "same")
    # Nothing had piled up: the calls in between never reached the model.
    assert model.calls == 2


def test_a_call_that_waits_for_another_shares_its_time_out() -> None:
    model = Hangs()
    guard = PolarityGuard(model, timeout=0.3)
    found: list[str] = []
    callers = [threading.Thread(target=lambda: found.append(note_of(guard))) for _ in range(5)]
    began = time.monotonic()
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert time.monotonic() - began < 2 * 0.3
    assert (len(found), model.calls) == (5, 1)
    model.let_go.set()


def test_calls_at_once_run_in_turn_and_all_are_answered() -> None:
    running = 0

    def answer(pairs: Sequence[tuple[str, str]]) -> Any:
        nonlocal running
        running += 1
        time.sleep(0.005)
        assert running == 1
        running -= 1
        return [SAME] * len(pairs)

    guard = PolarityGuard(Answers(answer), timeout=30.0)
    found: list[str] = []
    callers = [threading.Thread(target=lambda: found.append(guard.check(*OPEN).outcome)) for _ in range(8)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert found == ["same"] * 8


def test_a_model_that_hangs_does_not_keep_the_program_from_ending() -> None:
    program = f"""
import time
from esneg.guard import PolarityGuard
class Hangs:
    def polarity(self, pairs):
        time.sleep(60)
print(PolarityGuard(Hangs(), timeout=0.05).check(*{OPEN!r}).outcome)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout == "unsure\n"


def test_a_guard_with_other_thresholds_waits_for_the_same_model() -> None:
    from esneg.guard import Thresholds

    model = Hangs()
    guard = PolarityGuard(model, timeout=0.05)
    other = guard.with_thresholds(Thresholds(same=0.9))
    note_of(guard)
    assert note_of(other) == "the model still runs a call that was given up"
    assert (guard.thresholds, other.thresholds.same) == (Thresholds(), 0.9)
    model.let_go.set()


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf")])
def test_a_timeout_is_a_time(timeout: float) -> None:
    with pytest.raises(UsageError, match="seconds above 0"):
        PolarityGuard(Hangs(), timeout=timeout)


def test_an_error_of_the_rules_is_unsure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(a: str, b: str, *rest: Any) -> Any:
        raise KeyError("secret")

    monkeypatch.setattr(guard_module, "judge", broken)
    assert note_of(PolarityGuard(Answers(lambda pairs: [SAME]))) == "the rules failed: KeyError"


def test_a_text_that_is_none_is_unsure() -> None:
    verdict = PolarityGuard(None).check("Is lunch free?", None)  # type: ignore[arg-type]
    assert (verdict.outcome, verdict.evidence[0].rule) == ("unsure", "failure")


def _eventually(holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.005)
    return False
