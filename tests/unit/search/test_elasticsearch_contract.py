"""What Elasticsearch 8.19 was recorded to answer, with and without a licence for RRF, and what esneg makes of it.

The requests that esneg sends must equal the recorded ones: `ReplayCluster` refuses any other.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import pytest
from fakes.recorded import exchange
from fakes.replay import ELASTICSEARCH, ReplayCluster, asking

from esneg.clusters import Capabilities
from esneg.errors import RequestFailed, UsageError
from esneg.search import DenseLeg, HybridSearcher, LexicalLeg, Place, Rrf
from esneg.search.asking import Asker
from esneg.search.deadline import Deadline
from esneg.search.elasticsearch import ElasticsearchDialect
from esneg.search.legs import match
from esneg.search.place import ClientFusionNotice
from esneg.search.question import Question

QUESTION = "which policy does not cover water damage"
VECTOR = [0.99, 0.05, 0, 0.1]
WINDOW = 8
LEGS = (LexicalLeg(match(["text"])), DenseLeg("vector", name="knn", k=5, candidates=10))


class Encoder:
    def encode_queries(self, texts: list[str]) -> list[list[float]]:
        return [VECTOR for _ in texts]


def trial(note: str) -> dict[str, Any]:
    return exchange("elasticsearch-8.19.21", note, file="hybrid-elasticsearch-trial")


def basic(note: str) -> dict[str, Any]:
    return exchange("elasticsearch-8.19.21", note, file="hybrid-elasticsearch-basic")


MAPPING = {"policies": {"mappings": trial("create index with vectors")["request"]["body"]["mappings"]}}


def replaying(*exchanges: dict[str, Any], **options: Any) -> ReplayCluster:
    return ReplayCluster(ELASTICSEARCH, exchanges, mapping=MAPPING, **options)


def searcher(cluster: ReplayCluster, **options: Any) -> HybridSearcher:
    chosen: dict[str, Any] = {
        "encoder": Encoder(),
        "legs": LEGS,
        "fusion": Rrf(window=WINDOW),
        "source": ["text"],
        "preference": None,
    }
    return HybridSearcher(cluster, "policies", **{**chosen, **options})


def question(**options: Any) -> Question:
    legs = tuple(leg.query(QUESTION, VECTOR, WINDOW) for leg in LEGS)
    return replace(Question("policies", legs, Rrf(window=WINDOW), source=["text"]), **options)


def test_the_engine_fuses_by_the_rrf_retriever_with_k_candidates_and_window_given() -> None:
    result = searcher(replaying(trial("rrf retriever"))).search(QUESTION, 2, explain=False)

    assert result.fusion.where == "engine"
    assert [(hit.id, hit.fused_score) for hit in result.hits] == [("a", 0.032522473), ("b", 0.032522473)]


def test_engine_scores_equal_rrf_by_hand() -> None:
    scores = {hit["_id"]: hit["_score"] for hit in trial("rrf retriever")["response"]["hits"]["hits"]}
    responses = trial("two legs in one msearch")["response"]["responses"]
    legs = [[hit["_id"] for hit in each["hits"]["hits"]] for each in responses]

    by_hand = dict(Rrf(window=WINDOW).fuse(legs))

    assert scores == pytest.approx({identifier: by_hand[identifier] for identifier in scores}, abs=1e-8)


def test_a_filter_stands_in_each_leg_so_that_the_explanation_keeps_the_scores() -> None:
    legs = trial("two legs in one msearch, filter")["response"]["responses"]
    bm25, knn = ({hit["_id"]: hit["_score"] for hit in each["hits"]["hits"]} for each in legs)

    result = searcher(replaying(trial("rrf, filter in each leg, explain"))).search(
        QUESTION, 2, filter={"term": {"domain": "home"}}
    )

    assert result.ids == ["a", "b"]
    for hit in result.hits:
        assert hit.legs["bm25"].score == pytest.approx(bm25[hit.id])
        assert hit.legs["knn"].score == pytest.approx(knn[hit.id])
    # Beside the retrievers it finds the same, but each query is explained as a clause without a score.
    (hit,) = trial("rrf, filter beside the retrievers, explain")["response"]["hits"]["hits"]
    assert hit["_explanation"]["details"][0]["details"][0]["value"] == 0


def test_a_tie_at_the_end_of_the_window_is_settled_by_the_legs() -> None:
    # The retriever cuts ties at its window by the documents' places in the shard: "b" was indexed before "a".
    cut = trial("rrf, a tie at the end of the window")
    assert [hit["_id"] for hit in cut["response"]["hits"]["hits"]] == ["b"]
    cluster = replaying(cut, trial("two legs in one msearch, window of 1"))

    result = searcher(cluster, fusion=Rrf(window=1)).search(QUESTION, 1, explain=False)

    assert result.ids == ["a"]
    assert not cluster.expected


def test_the_engines_explanation_gives_rank_and_score_in_each_leg() -> None:
    cluster = replaying(trial("rrf, explain"))

    found = ElasticsearchDialect().fused(Asker(cluster, Deadline()), question(), 2)

    assert [(each.hit.id, each.legs) for each in found] == [
        ("a", {"bm25": Place(2, 3.6306224), "knn": Place(1, 0.9993644)}),
        ("b", {"bm25": Place(1, 7.491157), "knn": Place(2, 0.9992019)}),
    ]


def test_a_leg_that_did_not_find_a_hit_is_absent_from_its_places() -> None:
    answered = trial("rrf, explain")
    answered["response"]["hits"]["hits"][0]["_explanation"]["details"][0] = {
        "value": 0,
        "description": "rrf score: [0], result not found in query at index [0] [bm25]",
        "details": [],
    }

    found = ElasticsearchDialect().fused(Asker(replaying(answered), Deadline()), question(), 2)

    assert set(found[0].legs) == {"knn"}


def test_the_window_is_never_smaller_than_the_size() -> None:
    refusal = trial("size above window")
    assert refusal["status"] == 400
    with pytest.raises(UsageError, match="past the window of 8"):
        searcher(replaying()).search(QUESTION, 50)
    # A page that ends with the window asks for the window, and not for one hit more.
    whole = trial("rrf retriever")
    whole["request"]["body"]["size"] = WINDOW
    assert searcher(replaying(whole)).search(QUESTION, WINDOW, explain=False).ids == ["a", "b", "d"]


def test_a_failed_child_shows_the_cause_that_the_engine_hides_under_suppressed() -> None:
    asked, failed = trial("rrf retriever"), trial("wrong vector dimension")
    cluster = replaying({**asked, "status": failed["status"], "response": failed["response"]})

    with pytest.raises(
        RequestFailed, match=r"different number of dimensions \[2\] than the document vectors \[4\]"
    ):
        searcher(cluster).search(QUESTION, 2, explain=False)


def test_a_knn_child_on_an_unmapped_field_is_noticed_before_it_contributes_nothing() -> None:
    legs = (LEGS[0], DenseLeg("no_such_vector"))

    with pytest.raises(UsageError, match="policies has no vector field no_such_vector") as caught:
        searcher(replaying(), legs=legs).search(QUESTION, 2)
    assert "there is vector" in caught.value.remedy


def test_weights_on_a_version_that_refuses_them_are_fused_in_python() -> None:
    assert trial("per-retriever weight (9.2 form)")["status"] == 400
    cluster = replaying(_legs_with_size(trial, WINDOW))

    with pytest.warns(ClientFusionNotice, match=r"Elasticsearch 8\.19\.21 fuses without weights"):
        result = searcher(cluster, fusion=Rrf(weights=(2, 1), window=WINDOW)).search(QUESTION, 2)

    assert result.fusion.where == "client"
    assert result.ids == ["b", "a"]


def test_weights_from_version_9_2_on_stand_beside_each_retriever() -> None:
    asked = trial("rrf retriever")["request"]["body"]
    bm25, knn = asked["retriever"]["rrf"]["retrievers"]
    recorded_form = trial("per-retriever weight (9.2 form)")["request"]["body"]["retriever"]["rrf"][
        "retrievers"
    ]
    assert [set(each) for each in recorded_form] == [{"retriever", "weight"}] * 2
    asked["retriever"]["rrf"]["retrievers"] = [
        {"retriever": bm25, "weight": 0.75},
        {"retriever": knn, "weight": 0.25},
    ]
    cluster = ReplayCluster(
        replace(ELASTICSEARCH, version="9.2.0"),
        [asking("POST", "/policies/_search", asked, trial("rrf retriever")["response"])],
        mapping=MAPPING,
    )

    result = searcher(cluster, fusion=Rrf(weights=(3, 1), window=WINDOW)).search(QUESTION, 2, explain=False)

    assert result.fusion.where == "engine"


def test_under_a_basic_licence_both_legs_go_in_one_msearch_without_the_retriever() -> None:
    cluster = replaying(
        basic("two legs in one msearch"),
        capabilities=Capabilities(
            licence="basic", knn=True, reasons={"rrf": "licence basic: current license is non-compliant"}
        ),
    )

    with pytest.warns(ClientFusionNotice, match="licence basic"):
        result = searcher(cluster, fusion=Rrf(window=5)).search(QUESTION, 3)

    fused = trial("rrf retriever")["response"]["hits"]["hits"]
    assert result.ids == [hit["_id"] for hit in fused]
    assert "licence" in result.fusion.remedy


def test_a_licence_that_ends_while_the_searcher_lives_makes_it_fuse_in_python() -> None:
    cluster = replaying(basic("rrf retriever"), _legs_with_size(basic, WINDOW))

    with pytest.warns(ClientFusionNotice, match="non-compliant"):
        result = searcher(cluster).search(QUESTION, 2, explain=False)

    assert result.fusion.where == "client"


def test_a_searcher_says_once_and_to_whoever_searches_that_it_fuses_in_python() -> None:
    legs = basic("two legs in one msearch")
    cluster = replaying(*[legs] * 4, capabilities=Capabilities(knn=True, reasons={"rrf": "licence basic"}))
    one, other = (searcher(cluster, fusion=Rrf(window=5)) for _ in range(2))
    unasked = searcher(cluster, fusion=Rrf(window=5), fuse_in="client")

    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        first, second = one.search(QUESTION, 3), one.search(QUESTION, 3)
        told_by_one = list(given)
        other.search(QUESTION, 3)
        unasked.search(QUESTION, 3)

    assert [(each.category, each.filename) for each in told_by_one] == [(ClientFusionNotice, __file__)]
    assert "does not fuse (licence basic): esneg fuses in Python" in str(given[0].message)
    assert first.fusion.remedy in str(given[0].message)
    assert len(given) == 2  # a searcher that was told to fuse in Python has nothing to say
    assert first.fusion == second.fusion


def test_an_engine_without_the_module_is_helped_out() -> None:
    unknown = exchange(
        "elasticsearch-8.19.21", "rrf retriever unknown", file="hybrid-elasticsearch-without-rrf"
    )
    asked = {**trial("rrf retriever"), "status": unknown["status"], "response": unknown["response"]}
    cluster = replaying(asked, _legs_with_size(trial, WINDOW))

    with pytest.warns(ClientFusionNotice, match=r"unknown retriever \[rrf\]"):
        assert searcher(cluster).search(QUESTION, 2, explain=False).ids == ["a", "b"]


def test_an_error_that_has_nothing_to_do_with_fusion_is_not_taken_for_a_refusal() -> None:
    asked = {**trial("rrf retriever"), "status": 400, "response": {"error": "a plain string", "status": 400}}

    with pytest.raises(RequestFailed, match="a plain string"):
        searcher(replaying(asked)).search(QUESTION, 2, explain=False)


def _legs_with_size(recorded: Any, size: int) -> dict[str, Any]:
    exchanged: dict[str, Any] = recorded("two legs in one msearch")
    lines = exchanged["request"]["body"].replace('"size": 5', f'"size": {size}')
    return {**exchanged, "request": {**exchanged["request"], "body": lines}}
