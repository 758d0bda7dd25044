"""The packaged model: the same in onnxruntime and in sentence-transformers, and what it must get right."""

from __future__ import annotations

import numpy as np
import pytest
from sentence_transformers import CrossEncoder

from esneg.guard import PolarityGuard
from esneg.polarity_model import PACKAGED, PolarityModel
from esneg.polarity_model.labels import OPPOSITE, OUTPUTS, SAME, UNRELATED
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import order
from esneg.search.rerank.registry import load_reranker

PAIRS = [
    ("Does the library lend tools?", "The library lends tools."),
    ("Does the library lend tools?", "The library does not lend tools. " * 9),
    ("Which bus has no toilets?", "Line 12 comes without toilets, but it has bike racks and a ramp."),
    ("¿Permite el parque hogueras?", "El parque prohíbe las hogueras."),
    ("Where is the lift?", "Chloroplasts hold their own DNA."),
]


@pytest.fixture(scope="module")
def model() -> PolarityModel:
    return PolarityModel.packaged()


def test_cross_encoder_loads_the_same_weights_and_gives_the_same_logits(model: PolarityModel) -> None:
    encoder = CrossEncoder(str(PACKAGED), device="cpu", model_kwargs={"dtype": "float32"})
    assert [encoder.config.id2label[i] for i in range(len(OUTPUTS))] == list(OUTPUTS)
    assert np.abs(model.logits(PAIRS) - encoder.predict(PAIRS)).max() < 1e-3


def test_a_pair_gets_the_same_logits_alone_and_in_a_batch(model: PolarityModel) -> None:
    together = model.logits(PAIRS)
    for at, pair in enumerate(PAIRS):
        assert np.abs(model.logits([pair])[0] - together[at]).max() < 1e-4


def test_no_pairs_no_answers(model: PolarityModel) -> None:
    assert model.polarity([]) == []
    assert model.logits([]).shape == (0, len(OUTPUTS))


@pytest.mark.parametrize(
    ("asked", "passage", "says"),
    [
        ("Which park allows drones?", "Drones are allowed in Alder Park.", SAME),
        ("Which park allows drones?", "Alder Park does not allow drones.", OPPOSITE),
        ("Which park does not allow drones?", "Alder Park bans drones.", SAME),
        ("Which park does not allow drones?", "Drones are welcome in Alder Park.", OPPOSITE),
        ("Which park allows drones?", "The museum shop sells maps.", UNRELATED),
        ("¿Qué parque permite drones?", "El parque del río no permite drones.", OPPOSITE),
    ],
)
def test_polarity_of_a_passage(model: PolarityModel, asked: str, passage: str, says: int) -> None:
    assert int(np.argmax(model.polarity([(asked, passage)])[0])) == says


def test_the_packaged_reranker_settles_near_twins_and_keeps_the_rest() -> None:
    passages = [
        "Tickets are sold at the gate.",
        "Drones are allowed in Alder Park from noon on.",
        "Drones are not allowed in Quarry Park.",
        "The lake is deep.",
    ]
    scores = load_reranker("packaged").score("Which park does not allow drones?", passages, Deadline()).scores
    assert order(scores) == [0, 2, 1, 3]


def test_the_guard_takes_the_packaged_model_by_itself() -> None:
    guard = PolarityGuard()
    assert guard.has_model
    verdict = guard.check("How can I get onto the roof garden?", "What is the way to the roof garden?")
    assert verdict.decided_by == "model"
    assert set(verdict.scores) == {"same", "unrelated", "opposite"}
    assert sum(verdict.scores.values()) == pytest.approx(1.0)
