"""What OpenSearch 3.5 with neural-search was recorded to answer, and what esneg makes of it.

The requests that esneg sends must equal the recorded ones: `ReplayCluster` refuses any other.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from fakes.recorded import exchange
from fakes.replay import OPENSEARCH, ReplayCluster, asking

from esneg.clusters import Capabilities
from esneg.errors import RequestFailed, UsageError
from esneg.search import DenseLeg, HybridSearcher, LexicalLeg, Place, Rrf
from esneg.search.legs import match
from esneg.search.opensearch import rrf_pipeline
from esneg.search.place import ClientFusionNotice

QUESTION = "which policy does not cover water damage"
WINDOW = 8
LEGS = (LexicalLeg(match(["text"])), DenseLeg("vector", k=5))


class Encoder:
    def encode_queries(self, texts: list[str]) -> list[list[float]]:
        return [[0.99, 0.05, 0, 0.1] for _ in texts]


def recorded(note: str) -> dict[str, Any]:
    return exchange("opensearch-3.5.0+knn+neural-search", note, file="hybrid-opensearch")


def without_plugin(note: str) -> dict[str, Any]:
    return exchange("opensearch-3.5.0", note, file="hybrid-opensearch-without-neural-search")


MAPPING = {"policies": {"mappings": recorded("create index with vectors")["request"]["body"]["mappings"]}}


def no_pipeline_yet(name: str = "esneg-rrf") -> dict[str, Any]:
    return asking("GET", f"/_search/pipeline/{name}", None, {"error": "not found"}, 404)


def searcher(cluster: ReplayCluster, index: str = "policies", **options: Any) -> HybridSearcher:
    chosen: dict[str, Any] = {
        "encoder": Encoder(),
        "legs": LEGS,
        "fusion": Rrf(window=WINDOW),
        "source": ["text"],
        "preference": None,
        "pipeline": "esneg-rrf",
    }
    return HybridSearcher(cluster, index, **{**chosen, **options})


def replaying(*exchanges: dict[str, Any]) -> ReplayCluster:
    return ReplayCluster(OPENSEARCH, exchanges, mapping=MAPPING)


def test_the_engine_fuses_by_a_hybrid_query_at_the_top_level_and_a_pipeline_that_is_made_first() -> None:
    cluster = replaying(no_pipeline_yet(), recorded("RRF pipeline"), recorded("hybrid with RRF pipeline"))

    result = searcher(cluster).search(QUESTION, 2, explain=False)

    assert result.fusion.where == "engine"
    assert [(hit.id, hit.fused_score) for hit in result.hits] == [("a", 0.032522473), ("b", 0.032522473)]
    assert not cluster.expected


def test_engine_scores_equal_rrf_by_hand() -> None:
    scores = {
        hit["_id"]: hit["_score"] for hit in recorded("hybrid with RRF pipeline")["response"]["hits"]["hits"]
    }
    legs = [
        [hit["_id"] for hit in each["hits"]["hits"]]
        for each in without_plugin("two legs in one msearch")["response"]["responses"]
    ]

    by_hand = dict(Rrf(window=WINDOW).fuse(legs))

    assert scores == pytest.approx({identifier: by_hand[identifier] for identifier in scores}, abs=1e-8)


def test_weights_go_under_parameters_and_change_the_order() -> None:
    cluster = replaying(
        no_pipeline_yet("esneg-rrf-w"),
        recorded("weighted RRF pipeline"),
        recorded("hybrid with weighted RRF"),
    )

    result = searcher(cluster, fusion=Rrf(weights=(0.7, 0.3), window=WINDOW), pipeline="esneg-rrf-w").search(
        QUESTION, 2, explain=False
    )

    assert result.ids == ["b", "a"]


def test_a_filter_is_one_object_of_the_hybrid_query() -> None:
    cluster = replaying(no_pipeline_yet(), recorded("RRF pipeline"), recorded("hybrid, filter"))

    result = searcher(cluster).search(QUESTION, 2, filter={"term": {"domain": "home"}}, explain=False)

    assert result.ids == ["a", "b"]


def test_before_version_3_the_filter_goes_into_each_leg() -> None:
    body = {
        "size": 3,
        "_source": ["text"],
        "query": {
            "hybrid": {
                "queries": [
                    {
                        "bool": {
                            "must": [{"match": {"text": QUESTION}}],
                            "filter": [{"term": {"domain": "home"}}],
                        }
                    },
                    {
                        "knn": {
                            "vector": {
                                "vector": [0.99, 0.05, 0, 0.1],
                                "k": 5,
                                "filter": {"term": {"domain": "home"}},
                            }
                        }
                    },
                ],
                "pagination_depth": WINDOW,
            }
        },
        "search_pipeline": rrf_pipeline(Rrf(), 2),
    }
    answer = recorded("hybrid, filter")["response"]
    info = OPENSEARCH.__class__(engine="opensearch", version="2.19.1", distribution="OpenSearch")
    cluster = ReplayCluster(info, [asking("POST", "/policies/_search", body, answer)], mapping=MAPPING)

    result = searcher(cluster, pipeline=None).search(
        QUESTION, 2, filter={"term": {"domain": "home"}}, explain=False
    )

    assert result.ids == ["a", "b"]


def test_without_a_named_pipeline_each_search_brings_its_own() -> None:
    by_name = recorded("pipeline by name in the body")
    body = {**by_name["request"]["body"], "search_pipeline": recorded("RRF pipeline")["request"]["body"]}
    cluster = replaying(asking("POST", "/policies/_search", body, by_name["response"]))

    assert searcher(cluster, pipeline=None).search(QUESTION, 2, explain=False).ids == ["a", "b"]


def test_ties_at_the_end_of_the_window_show_when_more_is_asked_for_than_its_depth() -> None:
    beyond = recorded("size beyond the depth")
    assert [hit["_id"] for hit in beyond["response"]["hits"]["hits"]] == ["b", "a"]
    one = searcher(replaying(beyond), pipeline=None, fusion=Rrf(window=1))

    assert one.search(QUESTION, 1, explain=False).ids == ["a"]


def test_a_hit_that_a_leg_scores_0_is_no_hit_of_that_leg_in_the_engine_nor_in_python() -> None:
    zero = LexicalLeg(lambda question: {"bool": {"filter": [{"term": {"domain": "home"}}]}}, name="zero")

    def found(note: str, fuse_in: Any) -> list[str]:
        cluster = replaying(recorded(note))
        both = searcher(cluster, legs=[LEGS[0], zero], pipeline=None, fuse_in=fuse_in)
        return both.search(QUESTION, 5, explain=False).ids

    assert found("a leg that scores 0", "engine") == ["b", "g", "a", "f", "e"]
    assert found("legs in one msearch, the second scores 0", "client") == ["b", "g", "a", "f", "e"]


def explained_exchange() -> dict[str, Any]:
    """The recorded named search and the recorded legs, as the one ``_msearch`` that asks for all of them.

    There the engine gives the names without the scores (seen on 2.19 and 3.5, on a plain query).
    """
    named = recorded("named queries score")
    for hit in named["response"]["hits"]["hits"]:
        hit["matched_queries"] = list(hit["matched_queries"])
    in_body = json.loads(recorded("msearch with pipeline in the body")["request"]["body"].splitlines()[1])
    assert in_body["search_pipeline"] == "esneg-rrf"
    fused = {**named["request"]["body"], "search_pipeline": "esneg-rrf"}
    bm25 = {"size": WINDOW, "_source": False, "query": {"match": {"text": QUESTION}}}
    dense = {
        "size": WINDOW,
        "_source": False,
        "query": {"knn": {"vector": {"vector": [0.99, 0.05, 0, 0.1], "k": 5}}},
    }
    header = {"index": "policies"}
    legs = without_plugin("two legs in one msearch")["response"]["responses"]
    lines = [line for body in (fused, bm25, dense) for line in (header, body)]
    return asking("POST", "/_msearch", lines, {"responses": [named["response"], *legs]})


def test_explaining_asks_the_fused_search_and_the_legs_in_one_round_trip() -> None:
    named_legs = (LexicalLeg(match(["text"])), DenseLeg("vector", name="knn", k=5))
    cluster = replaying(no_pipeline_yet(), recorded("RRF pipeline"), explained_exchange())

    result = searcher(cluster, legs=named_legs).search(QUESTION, 2)

    assert result.hits[0].legs["bm25"].rank == 2
    assert result.hits[0].legs["knn"].rank == 1
    assert result.hits[1].legs["bm25"].rank == 1
    assert len(result.requests) == 1


def test_a_leg_that_found_a_hit_past_the_ranks_looked_at_is_still_shown() -> None:
    exchanged = explained_exchange()
    exchanged["response"]["responses"][1]["hits"]["hits"] = []  # the lexical leg alone: nothing
    named_legs = (LexicalLeg(match(["text"])), DenseLeg("vector", name="knn", k=5))
    cluster = replaying(no_pipeline_yet(), recorded("RRF pipeline"), exchanged)

    result = searcher(cluster, legs=named_legs).search(QUESTION, 2)

    assert result.hits[0].legs["bm25"] == Place(None, None)


def test_sentinel_rows_of_a_search_without_fusion_are_an_error() -> None:
    sentinels = recorded("hybrid WITHOUT pipeline: 200 with sentinel scores")["response"]
    cluster = replaying(
        no_pipeline_yet(),
        recorded("RRF pipeline"),
        {**recorded("hybrid with RRF pipeline"), "response": sentinels},
    )

    with pytest.raises(RequestFailed, match="did not fuse"):
        searcher(cluster).search(QUESTION, 2, explain=False)


def test_a_partial_failure_is_an_error_that_names_the_index_and_the_reason() -> None:
    partial = recorded("index lacks the vector field: partial failure")
    mapping = {"policies": MAPPING["policies"], "novector": MAPPING["policies"]}
    cluster = ReplayCluster(
        OPENSEARCH, [no_pipeline_yet(), recorded("RRF pipeline"), partial], mapping=mapping
    )

    with pytest.raises(RequestFailed, match=r"1 of 2 shards failed, first in novector: .*not knn_vector"):
        searcher(cluster, index="policies,novector").search(QUESTION, 2, explain=False)


def test_an_index_without_the_vector_field_is_noticed_before_it_is_searched() -> None:
    novector = {"mappings": {"properties": {"text": {"type": "text"}}}}
    cluster = ReplayCluster(OPENSEARCH, [], mapping={"policies": MAPPING["policies"], "novector": novector})

    with pytest.raises(UsageError, match="novector has no vector field vector"):
        searcher(cluster, index="policies,novector").search(QUESTION, 2)


def test_a_question_with_a_vector_of_another_length_is_noticed_before_it_is_searched() -> None:
    class Short:
        def encode_queries(self, texts: list[str]) -> list[list[float]]:
            return [[1.0, 2.0] for _ in texts]

    with pytest.raises(UsageError, match="makes vectors of 2 numbers, and vector of policies holds 4"):
        searcher(replaying(), encoder=Short()).search(QUESTION, 2)


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("wrong vector dimension", "Query vector has invalid dimension: 2. Dimension should be: 4"),
        ("unknown pipeline", "Pipeline nope is not defined"),
        ("from without depth", "pagination_depth param is missing in the search request"),
        ("past the end", "Reached end of search result, increase pagination_depth value to see more results"),
    ],
)
def test_an_error_says_the_engines_deepest_reason(note: str, reason: str) -> None:
    failed = recorded(note)
    asked = recorded("hybrid with RRF pipeline")
    cluster = replaying(
        no_pipeline_yet(),
        recorded("RRF pipeline"),
        {**asked, "status": failed["status"], "response": failed["response"]},
    )

    with pytest.raises(RequestFailed) as caught:
        searcher(cluster).search(QUESTION, 2, explain=False)
    assert reason in caught.value.message


def test_weights_are_floats_that_sum_to_1_whatever_they_are_given_as() -> None:
    refused = recorded("integer weights: 500")["request"]["body"]
    sent = rrf_pipeline(Rrf(weights=(1, 0)), 2)

    assert '"weights": [1, 0]' in json.dumps(refused)
    assert '"weights": [1.0, 0.0]' in json.dumps(sent)
    assert recorded("weights that do not sum to 1")["status"] == 400
    combination = rrf_pipeline(Rrf(weights=(0.9, 0.9)), 2)["phase_results_processors"][0]
    assert combination["score-ranker-processor"]["combination"]["parameters"]["weights"] == [0.5, 0.5]


def test_as_many_weights_as_legs_are_asked_for_before_the_engine_is() -> None:
    with pytest.raises(UsageError, match="3 weights are given for 2 legs"):
        searcher(replaying(), fusion=Rrf(weights=(1, 1, 1))).search(QUESTION, 2)


def test_a_page_past_the_window_is_refused_and_not_shortened() -> None:
    with pytest.raises(UsageError, match="hits 7 to 9 lie past the window of 8"):
        searcher(replaying()).search(QUESTION, 3, offset=6)


def test_without_the_plugin_both_legs_go_in_one_msearch_and_the_result_says_why() -> None:
    cluster = ReplayCluster(
        OPENSEARCH,
        [without_plugin("two legs in one msearch")],
        mapping=MAPPING,
        capabilities=Capabilities(knn=True, reasons={"rrf": "plugin opensearch-neural-search absent"}),
    )

    with pytest.warns(ClientFusionNotice, match="plugin opensearch-neural-search absent"):
        result = searcher(cluster, fusion=Rrf(window=5)).search(QUESTION, 3)

    fused = recorded("hybrid with RRF pipeline")["response"]["hits"]["hits"]
    assert result.ids == [hit["_id"] for hit in fused]
    assert [hit.fused_score for hit in result.hits] == pytest.approx(
        [hit["_score"] for hit in fused], abs=1e-8
    )
    assert (result.fusion.where, result.fusion.reason) == ("client", "plugin opensearch-neural-search absent")
    assert "opensearch-neural-search" in result.fusion.remedy


@pytest.mark.parametrize("note", ["hybrid query unknown", "RRF pipeline: processor unknown"])
def test_an_engine_that_turns_out_not_to_fuse_is_helped_out_and_not_asked_again(note: str) -> None:
    refusal = without_plugin(note)
    asked = recorded("hybrid with RRF pipeline")
    refused = {**asked, "status": refusal["status"], "response": refusal["response"]}
    legs = without_plugin("two legs in one msearch")
    cluster = replaying(no_pipeline_yet(), recorded("RRF pipeline"), refused, legs, legs)
    helped = searcher(cluster, fusion=Rrf(window=5))
    asked["request"]["body"]["query"]["hybrid"]["pagination_depth"] = 5

    with pytest.warns(ClientFusionNotice):
        first = helped.search(QUESTION, 2, explain=False)
    second = helped.search(QUESTION, 2, explain=False)

    assert first.fusion.where == second.fusion.where == "client"
    assert first.ids == second.ids == ["a", "b"]


def test_fusion_in_the_engine_only_fails_where_the_engine_cannot() -> None:
    cluster = ReplayCluster(
        OPENSEARCH,
        [],
        mapping=MAPPING,
        capabilities=Capabilities(knn=True, reasons={"rrf": "plugin opensearch-neural-search absent"}),
    )

    with pytest.raises(UsageError, match="cannot fuse legs: plugin opensearch-neural-search absent"):
        searcher(cluster, fuse_in="engine").search(QUESTION, 2)


def test_a_tie_that_the_page_would_cut_through_is_settled_by_id_with_all_that_both_legs_found() -> None:
    def ranked(size: int, *rows: tuple[str, float]) -> dict[str, Any]:
        body = {
            "size": size,
            "_source": ["text"],
            "query": {
                "hybrid": {
                    "queries": [
                        {"match": {"text": QUESTION}},
                        {"knn": {"vector": {"vector": [0.99, 0.05, 0, 0.1], "k": 5}}},
                    ],
                    "pagination_depth": WINDOW,
                }
            },
        }
        hits = [{"_id": name, "_index": "policies", "_score": score} for name, score in rows]
        answer = {"_shards": {"total": 1, "failed": 0}, "hits": {"hits": hits}}
        return asking("POST", "/policies/_search?search_pipeline=esneg-rrf", body, answer)

    cluster = replaying(
        no_pipeline_yet(),
        recorded("RRF pipeline"),
        ranked(2, ("z", 0.016), ("m", 0.016)),
        ranked(2 * WINDOW, ("z", 0.016), ("m", 0.016), ("a", 0.016), ("b", 0.015)),
    )

    assert searcher(cluster).search(QUESTION, 1, explain=False).ids == ["a"]


def test_more_than_five_legs_are_fused_in_python() -> None:
    legs = [LexicalLeg(match(["text"]), name=f"leg{number}") for number in range(6)]
    lines = [
        line
        for _ in legs
        for line in (
            {"index": "policies"},
            {"size": WINDOW, "_source": ["text"], "query": {"match": {"text": QUESTION}}},
        )
    ]
    one = without_plugin("two legs in one msearch")["response"]["responses"][0]
    cluster = replaying(asking("POST", "/_msearch", lines, {"responses": [one] * 6}))

    with pytest.warns(ClientFusionNotice, match="takes 5 legs, not 6"):
        assert searcher(cluster, legs=legs).search(QUESTION, 1).ids == ["b"]
