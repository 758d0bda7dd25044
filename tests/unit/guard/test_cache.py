"""A guarded cache serves what the guard lets through, and nothing else."""

from typing import Any

from esneg.guard import GuardedCache, PolarityGuard
from esneg.guard.verdict import Verdict

CACHED = ("Is the pool open on Sunday?", "Yes, from nine.", 0.97)


def cache(found: tuple[str, Any, float] | None, **options: Any) -> GuardedCache:
    return GuardedCache(lambda question: found, PolarityGuard(None), **options)


def test_the_same_question_is_served_with_the_verdict() -> None:
    served = cache(CACHED).get("Isn't the pool open on Sunday?")
    assert served is not None
    assert (served.answer, served.question, served.similarity) == ("Yes, from nine.", CACHED[0], 0.97)
    assert served.verdict.outcome == "same"


def test_the_opposite_question_is_refused_and_reported() -> None:
    refused: list[tuple[str, str, Verdict]] = []
    guarded = cache(CACHED, on_refusal=lambda *args: refused.append(args))
    assert guarded.get("Is the pool closed on Sunday?") is None
    assert [(a, b, v.outcome) for a, b, v in refused] == [
        ("Is the pool closed on Sunday?", CACHED[0], "opposite")
    ]


def test_unsure_is_never_served() -> None:
    guarded = cache(CACHED)
    assert guarded.get("May I swim there?") is None
    assert guarded.counts == {"unsure": 1}


def test_a_miss_stays_a_miss() -> None:
    guarded = cache(None)
    assert guarded.get("Is the pool open?") is None
    assert guarded.counts == {"miss": 1}


def test_an_answer_that_is_none_or_false_is_an_answer() -> None:
    served = cache((CACHED[0], None, 1.0)).get(CACHED[0])
    assert served is not None
    assert served.answer is None


def test_questions_of_another_language() -> None:
    guarded = cache(("¿Abre la piscina?", "Sí.", 0.99), language="es")
    assert guarded.get("¿No abre la piscina?") is not None
    assert guarded.get("¿Cierra la piscina?") is None
