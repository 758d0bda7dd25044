"""Hybrid search on real engines."""

from __future__ import annotations

import asyncio
import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.vectors import HashEncoder, vector

from esneg.errors import NotFound, RequestFailed, UsageError
from esneg.search import AsyncHybridSearcher, HybridSearcher, Rrf
from esneg.search.deadline import OutOfTime
from esneg.search.place import ClientFusionNotice

QUESTION = "which policy does not cover water damage"
HOME: dict[str, Any] = {"term": {"domain": "home"}}


@pytest.fixture(autouse=True)
def _no_notice() -> Iterator[None]:
    """Whether the engine fuses or Python does is what some of these tests ask for; the notice is none of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ClientFusionNotice)
        yield


@pytest.mark.needs("knn")
def test_fused_scores_are_the_reciprocal_ranks_of_what_the_engine_finds_by_each_leg(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    legs = [
        HybridSearcher(engine.cluster, policies, encoder=encoder, legs=[leg]).search(QUESTION, 80).ids
        for leg in ("bm25", "dense")
    ]

    result = HybridSearcher(engine.cluster, policies, encoder=encoder, fuse_in="client").search(QUESTION, 50)

    expected = Rrf().fuse(legs)[:50]
    assert result.ids == [identifier for identifier, _ in expected]
    assert [hit.fused_score for hit in result.hits] == pytest.approx([score for _, score in expected])
    for hit in result.hits:
        for leg, ids in zip(("bm25", "dense"), legs, strict=True):
            assert (hit.legs[leg].rank if leg in hit.legs else None) == (
                ids.index(hit.id) + 1 if hit.id in ids else None
            )


@pytest.mark.needs("rrf", "knn")
def test_the_engine_and_python_fuse_to_the_same_ranking_on_one_shard(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    def ranking(fuse_in: Any, words: str, k: int, filter: dict[str, Any] | None) -> list[tuple[str, Any]]:
        searcher = HybridSearcher(
            engine.cluster, policies, encoder=encoder, fuse_in=fuse_in, fusion=Rrf(window=40)
        )
        hits = searcher.search(words, k, filter=filter).hits
        return [(hit.id, pytest.approx(hit.fused_score, abs=1e-7)) for hit in hits]

    questions = ["water damage", "not cover", "policy", "lounge access never", "zzz", QUESTION]
    for words, k, filter in itertools.product(questions, [1, 3, 10, 37], [None, HOME]):
        assert ranking("engine", words, k, filter) == ranking("client", words, k, filter)


@pytest.mark.needs("knn")
def test_a_filter_holds_for_both_legs(engine: RunningEngine, policies: str, encoder: HashEncoder) -> None:
    everything = {"bool": {"should": [HOME, {"range": {"domain": {"gte": "a", "lte": "c"}}}]}}
    searcher = HybridSearcher(engine.cluster, policies, encoder=encoder)

    home = searcher.search(QUESTION, 80, filter=HOME)
    two = searcher.search(QUESTION, 80, filter=everything)

    assert {hit.source["domain"] for hit in home.hits} == {"home"}
    assert {hit.source["domain"] for hit in two.hits} == {"home", "bank"}
    # The filter takes part in the search for neighbours: all 27 policies of the domain are found, not the few
    # among the nearest of all.
    assert sum("dense" in hit.legs for hit in home.hits) == 27


@pytest.mark.needs("knn")
def test_pages_fit_together(engine: RunningEngine, sharded: str, encoder: HashEncoder) -> None:
    searcher = HybridSearcher(engine.cluster, sharded, encoder=encoder)
    whole = searcher.search(QUESTION, 40).ids

    pages = [searcher.search(QUESTION, 10, offset=offset) for offset in (0, 10, 20, 30)]

    assert [identifier for page in pages for identifier in page.ids] == whole
    assert [hit.rank for page in pages for hit in page.hits] == list(range(1, 41))


@pytest.mark.needs("knn")
def test_the_window_of_a_leg_holds_on_several_shards(
    engine: RunningEngine, sharded: str, encoder: HashEncoder
) -> None:
    searcher = HybridSearcher(
        engine.cluster, sharded, encoder=encoder, fuse_in="client", fusion=Rrf(window=5)
    )

    hits = searcher.search(QUESTION, 5).hits

    assert all((place.rank or 0) <= 5 for hit in hits for place in hit.legs.values())


def test_words_alone_are_searched_on_every_engine(engine: RunningEngine, policies: str) -> None:
    result = HybridSearcher(engine.cluster, policies, legs=["bm25"]).search("Borealis dental implants", 3)

    assert result.fusion.where == "none"
    assert result.hits[0].source["text"].startswith("The Borealis policy")
    assert "dental implants" in result.hits[0].source["text"]
    assert result.hits[0].legs["bm25"].score == result.hits[0].fused_score


@pytest.mark.needs("knn")
def test_vectors_alone_find_the_text_itself(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    text = "The Dawn policy covers early repayment."

    result = HybridSearcher(engine.cluster, policies, encoder=encoder, legs=["dense"]).search(text, 1)

    assert result.hits[0].source["text"] == text


@pytest.mark.needs("knn")
def test_vectors_are_left_out_of_sources(engine: RunningEngine, policies: str, encoder: HashEncoder) -> None:
    hits = HybridSearcher(engine.cluster, policies, encoder=encoder).search(QUESTION).hits

    assert {name for hit in hits for name in hit.source} == {"text", "domain"}


def test_a_vector_field_that_is_not_there_is_noticed_before_it_is_searched(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    searcher = HybridSearcher(engine.cluster, policies, encoder=encoder, vector_field="absent")

    with pytest.raises(UsageError, match=f"{policies} has no vector field absent"):
        searcher.search(QUESTION)


def test_several_text_fields_count_by_the_best_one(engine: RunningEngine, fresh_index: str) -> None:
    engine.cluster.create_index(
        fresh_index, {"mappings": {"properties": {"title": {"type": "text"}, "body": {"type": "text"}}}}
    )
    engine.cluster.bulk_index(
        fresh_index,
        [
            ("both", {"title": "implants", "body": "on implants"}),
            ("title", {"title": "implants", "body": "crowns"}),
            ("none", {"title": "crowns", "body": "crowns"}),
        ],
    )

    searcher = HybridSearcher(
        engine.cluster,
        fresh_index,
        legs=["bm25"],
        text_fields=["title^2", "body"],
        reranker=lambda q, p: map(len, p),
    )
    result = searcher.search("implants")

    assert set(result.ids) == {"both", "title"}
    assert {hit.rerank_score for hit in result.hits} == {
        len("implants\non implants"),
        len("implants\ncrowns"),
    }


def test_an_index_that_does_not_exist_is_named(engine: RunningEngine) -> None:
    with pytest.raises(NotFound, match="esneg-test-absent"):
        HybridSearcher(engine.cluster, "esneg-test-absent", legs=["bm25"]).search(QUESTION)


def test_a_query_that_the_engine_refuses_shows_its_reason(engine: RunningEngine, policies: str) -> None:
    searcher = HybridSearcher(engine.cluster, policies, legs=["bm25"])

    with pytest.raises(RequestFailed, match="no_such_query"):
        searcher.search(QUESTION, filter={"no_such_query": {}})


@pytest.mark.needs("knn")
def test_one_leg_that_fails_fails_the_search_and_is_named(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    searcher = HybridSearcher(
        engine.cluster,
        policies,
        encoder=encoder,
        fuse_in="client",
        lexical=lambda question: {"no_such_query": {"text": question}},
    )

    with pytest.raises(RequestFailed, match="no_such_query"):
        searcher.search(QUESTION)


@pytest.mark.needs("knn")
def test_another_model_than_the_indexs_is_refused_unless_forced(
    engine: RunningEngine, policies: str, fresh_index: str, encoder: HashEncoder
) -> None:
    engine.cluster.request(
        "PUT",
        f"/{policies}/_mapping",
        body={"_meta": {"esneg": {"embedder": {"model": "other", "revision": "", "dims": 8}}}},
    )

    with pytest.raises(
        UsageError, match="was embedded with another model: model: other in the index, hash here"
    ):
        HybridSearcher(engine.cluster, policies, encoder=encoder).search(QUESTION)
    assert HybridSearcher(engine.cluster, policies, encoder=encoder, force=True).search(QUESTION).hits
    engine.cluster.request(
        "PUT", f"/{policies}/_mapping", body={"_meta": {"esneg": {"embedder": encoder.meta()}}}
    )
    assert HybridSearcher(engine.cluster, policies, encoder=encoder).search(QUESTION).hits


@pytest.mark.needs("knn")
def test_an_encoder_is_made_once_and_only_when_needed(engine: RunningEngine, policies: str) -> None:
    made: list[HashEncoder] = []
    asked: list[str] = []

    class Counting(HashEncoder):
        def encode_queries(self, texts: list[str]) -> list[list[float]]:
            asked.extend(texts)
            return [vector(text) for text in texts]

    def make() -> Counting:
        made.append(Counting())
        return made[-1]

    words = HybridSearcher(engine.cluster, policies, encoder=make, legs=["bm25"])
    words.search(QUESTION)
    assert not made
    both = HybridSearcher(engine.cluster, policies, encoder=make)
    both.search(QUESTION)
    both.search("another")
    assert len(made) == 1
    assert asked == [QUESTION, "another"]


@pytest.mark.needs("knn")
def test_client_fusion_takes_one_round_trip(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    result = HybridSearcher(engine.cluster, policies, encoder=encoder, fuse_in="client").search(QUESTION)

    assert [asked.path for asked in result.requests] == ["/_msearch"]


def test_a_search_that_cannot_be_done_in_time_says_so(engine: RunningEngine, policies: str) -> None:
    with pytest.raises(OutOfTime, match="not done within"):
        HybridSearcher(engine.cluster, policies, legs=["bm25"]).search(QUESTION, timeout=1e-6)


@pytest.mark.needs("knn")
def test_awaited_searches_run_side_by_side_and_find_the_same(
    engine: RunningEngine, policies: str, encoder: HashEncoder
) -> None:
    searcher = HybridSearcher(engine.cluster, policies, encoder=encoder)
    questions = [f"{QUESTION} {number}" for number in range(12)]
    expected = [searcher.search(question).ids for question in questions]

    async def ask() -> list[list[str]]:
        async with AsyncHybridSearcher(searcher, concurrency=4) as asynchronous:
            results = await asyncio.gather(*(asynchronous.search(question) for question in questions))
        return [result.ids for result in results]

    assert asyncio.run(ask()) == expected


def test_the_analysis_of_a_question_shows_where_its_cues_go(engine: RunningEngine, fresh_index: str) -> None:
    engine.cluster.create_index(
        fresh_index, {"mappings": {"properties": {"text": {"type": "text", "analyzer": "stop"}}}}
    )

    analyses = HybridSearcher(engine.cluster, fresh_index, legs=["bm25"]).explain_analysis("is not covered")

    (side,) = analyses["text"]
    assert (side.side, side.lost) == ("search", ("not",))
