"""The search pipelines against what a real OpenSearch with neural-search accepted and refused."""

from __future__ import annotations

import pytest
from fakes.recorded import exchange

from esneg.templates.packaged import packaged

PIPELINES = sorted(t.name for t in packaged("opensearch").values() if t.kind == "search_pipeline")


def processors(name: str) -> object:
    return packaged("opensearch")[name].body["phase_results_processors"]


@pytest.mark.parametrize(
    ("name", "note"), [("esneg-rrf", "RRF pipeline"), ("esneg-rrf-words", "weighted RRF pipeline")]
)
def test_a_pipeline_is_one_that_opensearch_has_accepted(name: str, note: str) -> None:
    accepted = exchange("opensearch", note, file="hybrid-opensearch")
    assert accepted["status"] == 200
    assert processors(name) == accepted["request"]["body"]["phase_results_processors"]


@pytest.mark.parametrize("name", PIPELINES)
def test_weights_are_fractions_that_sum_to_one_and_stand_where_they_are_read(name: str) -> None:
    assert exchange("opensearch", "integer weights: 500", file="hybrid-opensearch")["status"] == 500
    (processor,) = packaged("opensearch")[name].body["phase_results_processors"]
    combination = processor["score-ranker-processor"]["combination"]
    assert set(combination) <= {"technique", "rank_constant", "parameters"}
    weights = combination.get("parameters", {}).get("weights")
    if weights is not None:
        assert all(isinstance(weight, float) for weight in weights)
        assert sum(weights) == pytest.approx(1)
