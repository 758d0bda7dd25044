"""Named search pipelines: made, kept up to date, or left alone."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.replay import OPENSEARCH, ReplayCluster, asking

from esneg.errors import UsageError
from esneg.search.fusion import Rrf
from esneg.search.opensearch import rrf_pipeline
from esneg.search.pipelines import ensure_pipeline

WANTED = rrf_pipeline(Rrf(rank_constant=20, weights=(0.7, 0.3)), 2)


def replaying(name: str, stored: dict[str, Any] | None, *more: dict[str, Any]) -> ReplayCluster:
    path = f"/_search/pipeline/{name}"
    answer = (
        asking("GET", path, None, {}, 404) if stored is None else asking("GET", path, None, {name: stored})
    )
    return ReplayCluster(OPENSEARCH, [answer, *more])


def ensured(cluster: ReplayCluster, name: str) -> None:
    ensure_pipeline(cluster, name, WANTED)
    assert not cluster.expected


def test_an_absent_pipeline_is_made() -> None:
    ensured(replaying("mine", None, asking("PUT", "/_search/pipeline/mine", WANTED, {})), "mine")


def test_a_pipeline_that_fuses_alike_is_left_alone() -> None:
    ensured(replaying("mine", {"description": "ours", **WANTED}), "mine")


def test_esnegs_own_pipeline_is_brought_up_to_date_and_keeps_the_rest() -> None:
    stored = {"description": "kept", **rrf_pipeline(Rrf(), 2)}
    update = asking("PUT", "/_search/pipeline/esneg-rrf", {"description": "kept", **WANTED}, {})

    ensured(replaying("esneg-rrf", stored, update), "esneg-rrf")


def test_somebody_elses_pipeline_is_not_changed() -> None:
    with pytest.raises(UsageError, match="the search pipeline mine fuses otherwise than this search"):
        ensured(replaying("mine", rrf_pipeline(Rrf(), 2)), "mine")


def test_weights_outside_of_parameters_are_seen_as_the_mistake_that_they_are() -> None:
    misplaced = {
        "phase_results_processors": [
            {
                "score-ranker-processor": {
                    "combination": {"technique": "rrf", "rank_constant": 20, "weights": [0.7, 0.3]}
                }
            }
        ]
    }
    with pytest.raises(UsageError, match="fuses otherwise"):
        ensured(replaying("mine", misplaced), "mine")


def test_a_pipeline_without_rrf_is_no_substitute() -> None:
    with pytest.raises(UsageError, match="fuses otherwise"):
        ensured(replaying("mine", {"request_processors": []}), "mine")
