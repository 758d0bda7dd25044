"""Indices with words and vectors, for searches on real engines."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes import few_words
from fakes.vectors import HashEncoder, vector, vector_field

TOPICS = ("water damage", "lounge access", "a booking fee", "dental implants", "early repayment")
SUBJECTS = ("Aurora", "Borealis", "Cirrus", "Dawn")
VERBS = ("covers", "does not cover", "never mentions", "includes")


def documents() -> list[tuple[str, dict[str, Any]]]:
    """80 short policies, each with a domain and a vector."""
    texts = [
        f"The {subject} policy {verb} {topic}." for topic in TOPICS for subject in SUBJECTS for verb in VERBS
    ]
    return [
        (
            f"p{number:02d}",
            {"text": text, "domain": ("home", "bank", "gym")[number % 3], "vector": vector(text)},
        )
        for number, text in enumerate(texts)
    ]


def create(
    engine: RunningEngine,
    index: str,
    *,
    shards: int = 1,
    holding: Sequence[tuple[str, dict[str, Any]]] | None = None,
    **mapping: Any,
) -> None:
    """An index for `documents`, or others like them, on an engine with or without kNN."""
    cluster = engine.cluster
    settings: dict[str, Any] = {"number_of_shards": shards, "number_of_replicas": 0}
    properties: dict[str, Any] = {"text": {"type": "text"}, "domain": {"type": "keyword"}}
    if cluster.capabilities().knn:
        properties["vector"] = vector_field(cluster.info.engine)
        if cluster.info.engine == "opensearch":
            settings["knn"] = True
    cluster.create_index(
        index, {"settings": {"index": settings}, "mappings": {"properties": properties, **mapping}}
    )
    assert not cluster.bulk_index(index, documents() if holding is None else holding)


@pytest.fixture(scope="module")
def policies(engine: RunningEngine) -> Iterator[str]:
    """`documents` on one shard."""
    name = f"esneg-test-{uuid.uuid4().hex[:12]}"
    create(engine, name)
    yield name
    engine.cluster.delete_index(name)


@pytest.fixture(scope="module")
def sharded(engine: RunningEngine) -> Iterator[str]:
    """`documents` on three shards."""
    name = f"esneg-test-{uuid.uuid4().hex[:12]}"
    create(engine, name, shards=3)
    yield name
    engine.cluster.delete_index(name)


@pytest.fixture(scope="module")
def tied(engine: RunningEngine) -> Iterator[str]:
    """120 documents of few words, in several segments of one shard."""
    name = f"esneg-test-{uuid.uuid4().hex[:12]}"
    found = few_words.documents(120)
    create(engine, name, holding=found[:30])
    for start in range(30, 120, 30):
        assert not engine.cluster.bulk_index(name, found[start : start + 30])
    yield name
    engine.cluster.delete_index(name)


@pytest.fixture(scope="session")
def encoder() -> HashEncoder:
    return HashEncoder()
