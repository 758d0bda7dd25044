"""What a dense leg asks for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.search import DenseLeg
from esneg.search.elasticsearch import ElasticsearchDialect
from esneg.search.fusion import LARGEST_WINDOW
from esneg.search.legs import FEWEST_CANDIDATES, MOST_CANDIDATES

COUNTS = st.integers(1, LARGEST_WINDOW)


def asked(leg: DenseLeg, window: int) -> dict[str, Any]:
    """The kNN search, as Elasticsearch gets it."""
    body = ElasticsearchDialect().leg_body(leg.query("is it free", [0.5, 0.5], window), None, window, True)
    knn: dict[str, Any] = body["knn"]
    return knn


@pytest.mark.parametrize(
    ("window", "candidates"),
    [(1, 100), (50, 100), (51, 102), (100, 200), (5_000, 10_000), (5_001, 10_000), (10_000, 10_000)],
)
def test_by_default_the_neighbours_fill_the_window_out_of_twice_as_many_within_elasticsearchs_limits(
    window: int, candidates: int
) -> None:
    knn = asked(DenseLeg("v"), window)

    assert (knn["k"], knn["num_candidates"]) == (window, candidates)


@pytest.mark.parametrize(
    ("given_k", "given_candidates", "k", "candidates"),
    [(20, None, 20, 100), (80, None, 80, 160), (None, 300, 60, 300), (20, 30, 20, 30), (20, 20, 20, 20)],
)
def test_what_is_given_is_taken(
    given_k: int | None, given_candidates: int | None, k: int, candidates: int
) -> None:
    knn = asked(DenseLeg("v", k=given_k, candidates=given_candidates), 60)

    assert (knn["k"], knn["num_candidates"]) == (k, candidates)


def test_fewer_candidates_than_neighbours_are_raised_to_them_since_elasticsearch_refuses_fewer() -> None:
    assert asked(DenseLeg("v", candidates=5), 60)["num_candidates"] == 60


@given(COUNTS, st.none() | COUNTS, st.none() | COUNTS)
def test_candidates_are_never_fewer_than_neighbours_and_unasked_within_bounds(
    window: int, k: int | None, candidates: int | None
) -> None:
    knn = asked(DenseLeg("v", k=k, candidates=candidates), window)

    assert knn["k"] <= knn["num_candidates"] <= MOST_CANDIDATES
    assert candidates is not None or knn["num_candidates"] >= FEWEST_CANDIDATES
