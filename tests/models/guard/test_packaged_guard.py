"""The guard with the packaged model behind it: its answers pass the guard's own check, in time and in Spanish too."""

from __future__ import annotations

import pytest

from esneg.guard import PolarityGuard
from esneg.guard.calibrate import calibrate
from esneg.guard.labelled import LabelledPair

THINGS = [
    "carné",
    "abono",
    "pasaporte",
    "permiso",
    "contrato",
    "seguro",
    "billete",
    "pase",
    "título",
    "alquiler",
]


def test_its_answers_are_probabilities_within_a_time_out() -> None:
    guard = PolarityGuard("packaged", timeout=120)
    (verdict,) = guard.check_many(
        [("How can I get onto the roof garden?", "What is the way to the roof garden?")], "question"
    )
    assert verdict.decided_by == "model"
    assert sum(verdict.scores.values()) == pytest.approx(1.0, abs=0.01)


def test_spanish_is_calibrated_by_the_model_and_not_by_rules_alone() -> None:
    pairs = []
    for at, thing in enumerate(THINGS):
        asked = f"¿Cuánto cuesta el {thing}?"
        pairs.append(LabelledPair(f"¿Qué precio tiene el {thing}?", asked, True, f"{at}"))
        pairs.append(LabelledPair("¿A qué hora sale el último tren?", asked, False, f"{at}"))
    guard = PolarityGuard("packaged")
    assert "es" not in guard.languages
    found = calibrate(pairs, guard, language="es", kind="question")
    # Rules leave these pairs open, which scores 0 where nobody asks the model. How good it is is the card's matter.
    assert 0 < min(found.fold_thresholds) < 1
    assert found.thresholds.same > 0
    assert "es" in found.languages
