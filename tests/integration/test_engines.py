"""The engines themselves: what the other tests take for granted of them."""

from __future__ import annotations

import pytest
from engines.pool import RunningEngine


def tokens(engine: RunningEngine, body: dict[str, object], index: str | None = None) -> list[str]:
    return [token["token"] for token in engine.cluster.analyze(body, index)["tokens"]]


def test_the_engine_says_its_family_and_version(engine: RunningEngine) -> None:
    family, _, line = engine.name.partition("-")

    assert engine.cluster.info.engine == family
    assert engine.version.startswith(line)


def test_the_stock_english_analyzer_loses_the_word_not(engine: RunningEngine) -> None:
    body = {"analyzer": "english", "text": "The plan does not cover the dogs' implants."}

    assert tokens(engine, body) == ["plan", "doe", "cover", "dog", "implant"]


def test_a_fresh_index_can_be_made_searched_and_is_empty_again(
    engine: RunningEngine, fresh_index: str
) -> None:
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": {"text": {"type": "text"}}}})

    failed = engine.cluster.bulk_index(fresh_index, [("1", {"text": "not covered"})])

    hits = engine.cluster.search(fresh_index, {"query": {"match": {"text": "not"}}})["hits"]["hits"]
    assert failed == []
    assert [hit["_id"] for hit in hits] == ["1"]


@pytest.mark.needs("knn")
def test_vectors_can_be_searched(engine: RunningEngine, fresh_index: str) -> None:
    if engine.cluster.info.engine == "opensearch":
        field = {"type": "knn_vector", "dimension": 2, "method": {"name": "hnsw", "engine": "lucene"}}
        query = {"query": {"knn": {"v": {"vector": [1, 0], "k": 1}}}}
        settings = {"index.knn": True}
    else:
        field = {"type": "dense_vector", "dims": 2}
        query = {"knn": {"field": "v", "query_vector": [1, 0], "k": 1, "num_candidates": 10}}
        settings = {}
    engine.cluster.create_index(fresh_index, {"settings": settings, "mappings": {"properties": {"v": field}}})
    engine.cluster.bulk_index(fresh_index, [("near", {"v": [1, 0.1]}), ("far", {"v": [0.1, 1]})])

    hits = engine.cluster.search(fresh_index, query)["hits"]["hits"]

    assert hits[0]["_id"] == "near"


@pytest.mark.needs("reindex")
def test_documents_can_be_reindexed(engine: RunningEngine, fresh_index: str) -> None:
    engine.cluster.create_index(fresh_index, {})
    engine.cluster.bulk_index(fresh_index, [("1", {"text": "not covered"})])
    body = {"source": {"index": fresh_index}, "dest": {"index": f"{fresh_index}-copy"}}

    answer = engine.cluster.request("POST", "/_reindex", params={"refresh": True}, body=body)
    engine.cluster.delete_index(f"{fresh_index}-copy")

    assert answer["created"] == 1
