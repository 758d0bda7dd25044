"""What a searcher makes of its options, before and around the engine's answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from fakes.answering import MAPPING, Answering
from fakes.replay import ReplayCluster
from fakes.vectors import DIMS, HashEncoder

from esneg.clusters import Capabilities
from esneg.errors import UsageError
from esneg.search import HybridSearcher, LexicalLeg, Rrf
from esneg.search.legs import match
from esneg.search.rerank.base import LazyReranker, as_reranker
from esneg.search.results import SearchResult


def searcher(cluster: ReplayCluster, **options: Any) -> HybridSearcher:
    return HybridSearcher(cluster, "docs", **{"encoder": HashEncoder(), "fuse_in": "client", **options})


def test_the_default_fields_are_found_and_vectors_left_out() -> None:
    cluster = Answering("a")

    searcher(cluster).search("question")

    (_, _, lines) = cluster.asked[0]
    assert lines[1]["query"] == {"match": {"text": "question"}}
    assert lines[3]["query"]["knn"]["v"]["k"] == 100
    assert lines[1]["_source"] == {"excludes": ["v"]}


def test_several_fields_are_asked_by_the_best_one() -> None:
    cluster = Answering("a")

    searcher(cluster, text_fields=["title^2", "text"], legs=["bm25"]).search("question")

    assert cluster.asked[0][2]["query"]["multi_match"] == {
        "query": "question",
        "fields": ["title^2", "text"],
        "type": "best_fields",
        "tie_breaker": 0.3,
    }


def test_a_lexical_query_can_be_put_in_place_of_plain_match() -> None:
    cluster = Answering("a")

    searcher(cluster, lexical=lambda question: {"match_phrase": {"text": question}}).search("question")

    assert cluster.asked[0][2][1]["query"] == {"match_phrase": {"text": "question"}}


def test_one_question_always_asks_the_same_copies_and_another_may_ask_others() -> None:
    cluster = Answering("a")
    words = searcher(cluster, legs=["bm25"])

    for question in ("one", "other", "one"):
        words.search(question)

    one, other, again = (params["preference"] for _, params, _ in cluster.asked)
    assert one == again != other
    assert not one.startswith("_")


def test_a_reranker_gets_the_text_also_when_only_other_fields_are_wanted() -> None:
    read: list[str] = []

    def reranker(question: str, passages: Sequence[str]) -> list[float]:
        read.extend(passages)
        return [float(len(passages) - at) for at in range(len(passages))]

    cluster = Answering("a", "b")
    searcher(cluster, source=["title"], reranker=reranker, legs=["bm25"]).search("question")

    assert cluster.asked[0][2]["_source"] == ["title", "text"]
    assert read == ["a", "b"]


def test_the_first_hits_are_reranked_whatever_page_is_wanted_so_that_pages_fit() -> None:
    def reversing(question: str, passages: Sequence[str]) -> list[float]:
        return [float(at) for at in range(len(passages))]

    ids = [f"d{number}" for number in range(8)]
    paged = searcher(Answering(*ids), reranker=reversing, rerank_depth=6, legs=["bm25"])

    pages = [paged.search("question", 3, offset=offset).ids for offset in (0, 3, 6)]

    assert pages == [["d5", "d4", "d3"], ["d2", "d1", "d0"], ["d6", "d7"]]


@pytest.mark.parametrize(("reads", "size"), [(None, 50), (10, 10), (80, 50)])
def test_no_more_hits_are_asked_for_than_the_reranker_reads(reads: int | None, size: int) -> None:
    cluster = Answering("a", "b")

    reranker = LazyReranker(lambda: as_reranker(lambda question, passages: [0.0] * len(passages)), reads)
    searcher(cluster, reranker=reranker, legs=["bm25"]).search("question", 3)

    assert cluster.asked[0][2]["size"] == size


def test_no_hits_are_a_result() -> None:
    result = searcher(Answering(), reranker=lambda question, passages: [1 / 0]).search(
        "question", strict=True
    )

    assert result.hits == ()
    assert result.warnings == ()


def test_a_result_is_json() -> None:
    result: SearchResult = searcher(Answering("a")).search("question")

    as_json = json.loads(json.dumps(result.to_dict()))

    assert as_json["schema"] == "esneg.search/1"
    assert as_json["hits"][0]["legs"]["bm25"] == {"rank": 1, "score": 1.0}
    assert as_json["requests"][0]["path"] == "/_msearch"
    assert set(as_json["seconds"]) == {"prepare", "encode", "engine", "total"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fuse_in": "server"}, "fuse_in is"),
        ({"rerank_depth": 0}, "rerank_depth must be at least 1"),
        ({"legs": []}, "at least one leg"),
        ({"legs": ["bm25", "bm25"]}, "each of them once"),
        ({"legs": ["bm26"]}, "there is no leg bm26"),
        ({"legs": [LexicalLeg(match(["text"]), name="dense"), "dense"]}, "each of them once"),
        ({"encoder": None}, "the dense leg needs an encoder, and docs does not say"),
        ({"text_fields": ["body"]}, "docs has no field body"),
        ({"fusion": Rrf(weights=(1, 2, 3))}, "3 weights are given for 2 legs"),
    ],
)
def test_options_that_cannot_be_used_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        searcher(Answering("a"), **options).search("question")


@pytest.mark.parametrize(("k", "offset"), [(0, 0), (-1, 0), (10, -1), (101, 0), (10, 95)])
def test_pages_that_do_not_exist_are_refused(k: int, offset: int) -> None:
    with pytest.raises(UsageError, match=r"at least 1|past the window"):
        searcher(Answering("a")).search("question", k, offset=offset)


def test_an_empty_question_is_refused() -> None:
    with pytest.raises(UsageError, match="the question is empty"):
        searcher(Answering("a")).search("  ")


def test_an_engine_without_knn_says_why_and_what_still_works() -> None:
    cluster = Answering("a", capabilities=Capabilities(reasons={"knn": "plugin opensearch-knn absent"}))

    with pytest.raises(UsageError, match="cannot search vectors: plugin opensearch-knn absent") as caught:
        searcher(cluster).search("question")
    assert "bm25" in caught.value.remedy
    assert searcher(cluster, legs=["bm25"]).search("question").ids == ["a"]


def test_another_model_than_the_noted_one_is_refused_unless_forced() -> None:
    noted = {"_meta": {"esneg": {"embedder": {"model": "other", "revision": "", "dims": DIMS}}}}
    mapping = {"docs": {"mappings": {**MAPPING["docs"]["mappings"], **noted}}}

    with pytest.raises(UsageError, match="embedded with another model: model: other in the index, hash here"):
        searcher(Answering("a", mapping=mapping)).search("question")
    assert searcher(Answering("a", mapping=mapping), force=True).search("question").ids == ["a"]
