"""What --engine means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from esneg.cli import evaluation_engine
from esneg.cli.evaluation_engine import check_engine, chosen_engine
from esneg.errors import UsageError


@pytest.fixture(autouse=True)
def _embedded(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def embedded() -> Iterator[str]:
        yield "embedded"

    monkeypatch.setattr(evaluation_engine, "_embedded", embedded)


def choose(name: str, found: Any) -> Any:
    @contextmanager
    def named() -> Iterator[Any]:
        yield found

    with chosen_engine(name, named) as cluster:
        return cluster


def cluster(engine: str) -> Any:
    return SimpleNamespace(info=SimpleNamespace(engine=engine, distribution=engine.title()), url="http://x")


@pytest.mark.parametrize("name", ["", "opensearch", "http://x"])
def test_a_named_cluster_is_taken(name: str) -> None:
    found = cluster("opensearch")
    assert choose(name, found) is found


def test_embedded_is_the_embedded_engine_whatever_is_named() -> None:
    assert choose("embedded", cluster("opensearch")) == "embedded"


@pytest.mark.parametrize("name", ["", "opensearch"])
def test_without_a_named_cluster_opensearch_is_the_embedded_engine(name: str) -> None:
    assert choose(name, None) == "embedded"


def test_a_cluster_of_the_other_family_is_refused() -> None:
    with pytest.raises(UsageError, match="http://x is Opensearch, not elasticsearch"):
        choose("elasticsearch", cluster("opensearch"))


def test_elasticsearch_must_be_named() -> None:
    with pytest.raises(UsageError, match="no Elasticsearch is named"):
        choose("elasticsearch", None)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(UsageError, match="--engine solr: no such engine"):
        check_engine("solr")
    for name in ("", "embedded", "opensearch", "elasticsearch", "https://host:9200"):
        check_engine(name)
