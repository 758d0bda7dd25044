"""What a new document may be merged with, by a real engine's nearest neighbours."""

from __future__ import annotations

import pytest
from engines.pool import RunningEngine
from fakes.vectors import vector, vector_field

from esneg.errors import UsageError
from esneg.guard import DuplicateGuard, PolarityGuard

pytestmark = pytest.mark.needs("knn")

FACTS = {
    "open": "The reading room is open on public holidays.",
    "closed": "The reading room is closed on public holidays.",
    "fines": "Fines for late books were dropped.",
}


@pytest.fixture
def facts(engine: RunningEngine, fresh_index: str) -> str:
    kind = engine.cluster.info.engine
    properties = {
        "note": {"properties": {"text": {"type": "text"}}},
        "vector": vector_field(kind),
    }
    settings = {"index": {"knn": True}} if kind == "opensearch" else {}
    engine.cluster.create_index(fresh_index, {"settings": settings, "mappings": {"properties": properties}})
    documents = [(name, {"note": {"text": text}, "vector": vector(text)}) for name, text in FACTS.items()]
    assert not engine.cluster.bulk_index(fresh_index, documents)
    return fresh_index


def guard(engine: RunningEngine, index: str, field: str = "note.text") -> DuplicateGuard:
    return DuplicateGuard(
        engine.cluster, index, text_field=field, vector_field="vector", guard=PolarityGuard(None), k=3
    )


def test_the_neighbours_come_with_verdicts_and_the_contradiction_is_not_merged(
    engine: RunningEngine, facts: str
) -> None:
    text = "The reading room isn't closed on public holidays."
    found = {each.id: each.verdict.outcome for each in guard(engine, facts).neighbours(text, vector(text))}
    assert found == {"open": "same", "closed": "opposite", "fines": "unsure"}
    duplicate = guard(engine, facts).duplicate_of(text, vector(text))
    assert duplicate is not None
    assert (duplicate.id, duplicate.index, duplicate.text) == ("open", facts, FACTS["open"])


def test_a_document_that_nothing_repeats_is_kept(engine: RunningEngine, facts: str) -> None:
    text = "Fines for late books weren't dropped."
    assert guard(engine, facts).duplicate_of(text, vector(text)) is None


def test_a_field_without_text_is_named(engine: RunningEngine, facts: str) -> None:
    with pytest.raises(UsageError, match="has no text in 'body'"):
        guard(engine, facts, "body").neighbours("Fines", vector("Fines"))
