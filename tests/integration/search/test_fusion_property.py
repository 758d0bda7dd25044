"""Engines that have RRF fuse as Python does, whatever is asked."""

from __future__ import annotations

from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.few_words import WORDS
from fakes.vectors import HashEncoder
from hypothesis import given, settings
from hypothesis import strategies as st

from esneg.search import HybridSearcher, LexicalLeg, Rrf
from esneg.search.legs import Leg

FILTERS: list[dict[str, Any] | None] = [
    None,
    {"term": {"domain": "home"}},
    {"bool": {"must_not": [{"term": {"domain": "home"}}]}},
    {"match_none": {}},
]
# Legs with many ties, and one that scores 0: whoever breaks ties in another way is found out.
FURTHER = [
    LexicalLeg(lambda question: {"constant_score": {"filter": {"match": {"text": question}}}}, "ties"),
    LexicalLeg(lambda question: {"bool": {"filter": [{"term": {"domain": "bank"}}]}}, "zero"),
    LexicalLeg(lambda question: {"match_all": {}}, "all"),
]


@st.composite
def searches(draw: st.DrawFn) -> dict[str, Any]:
    window = draw(st.sampled_from([1, 2, 5, 20, 100, 300]))
    k = draw(st.integers(1, min(window, 60)))
    further = draw(st.lists(st.sampled_from(FURTHER), unique_by=lambda leg: leg.name, max_size=3))
    legs: list[str | Leg] = ["bm25", "dense", *further]
    weights = st.lists(st.sampled_from([0.0, 1.0, 1 / 3, 7.0]), min_size=len(legs), max_size=len(legs))
    return {
        "words": " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))),
        "k": k,
        "offset": draw(st.integers(0, window - k)),
        "filter": draw(st.sampled_from(FILTERS)),
        "explain": draw(st.booleans()),
        "legs": legs,
        "window": window,
        "rank_constant": draw(st.sampled_from([1, 2, 60, 1000])),
        "weights": draw(st.none() | weights.filter(any)),
    }


@pytest.mark.needs("rrf", "knn")
@settings(max_examples=60, deadline=None)
@given(asked=searches())
def test_the_engine_and_python_find_the_same(engine: RunningEngine, tied: str, asked: dict[str, Any]) -> None:
    # Elasticsearch takes weights from 9.2 on.
    weights = asked["weights"] if engine.cluster.info.engine == "opensearch" else None
    fusion = Rrf(asked["rank_constant"], weights, asked["window"])

    def found(fuse_in: Any, explain: bool) -> list[Any]:
        searcher = HybridSearcher(
            engine.cluster, tied, encoder=HashEncoder(), legs=asked["legs"], fusion=fusion, fuse_in=fuse_in
        )
        result = searcher.search(
            asked["words"], asked["k"], offset=asked["offset"], filter=asked["filter"], explain=explain
        )
        assert result.fusion.where == fuse_in
        return [
            (
                hit.id,
                pytest.approx(hit.fused_score, rel=1e-5),
                {
                    name: (place.rank, pytest.approx(place.score))
                    for name, place in hit.legs.items()
                    if place.rank
                }
                if asked["explain"]
                else {},
            )
            for hit in result.hits
        ]

    assert found("engine", asked["explain"]) == found("client", True)
