"""What lost negation costs, on real documents and queries."""

from __future__ import annotations

import pytest
from engines.pool import RunningEngine

from esneg.audit import audit
from esneg.audit.cost import cost_of_queries, sample_documents

pytestmark = pytest.mark.engines("opensearch-3.5", "opensearch-2.19", "elasticsearch-8.19")

TEXTS = {
    "1": "It is covered.",
    "2": "It is not covered.",
    "3": "It is not covered.",
    "4": "It is never covered.",
    "5": "Something else.",
}


@pytest.fixture
def index(engine: RunningEngine, fresh_index: str) -> str:
    english = {"type": "text", "analyzer": "english"}
    properties = {"body": english, "title": {"type": "keyword", "fields": {"en": english}}}
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": properties}})
    documents = ((id_, {"body": text, "title": text}) for id_, text in TEXTS.items())
    assert engine.cluster.bulk_index(fresh_index, documents) == []
    return fresh_index


def test_a_sample_counts_cues_losses_and_pairs_that_became_one(engine: RunningEngine, index: str) -> None:
    samples = sample_documents(engine.cluster, audit(engine.cluster, [index]), 100)
    counts = {s.field: (s.read, s.with_cue, s.losing, s.indistinguishable) for s in samples}
    # "never" is kept; document 1 is the same as 2 and as 3, while 2 and 3 say the same.
    assert counts == {"body": (5, 3, 2, 2), "title.en": (5, 3, 2, 2)}


def test_a_sample_reads_no_more_documents_than_asked_for(engine: RunningEngine, index: str) -> None:
    samples = sample_documents(engine.cluster, audit(engine.cluster, [index]), 2)
    assert {sample.read for sample in samples} == {2}


def test_a_query_log_shows_the_most_asked_of_the_queries_that_lose_their_cue(
    engine: RunningEngine, index: str
) -> None:
    queries = {"which is not covered": 3, "what has no limit": 9, "never covered": 50, "covered": 100}
    (cost,) = cost_of_queries(engine.cluster, audit(engine.cluster, [index]), queries)
    assert (cost.analyzer, cost.queries, cost.with_cue, cost.losing) == ("english", 162, 62, 12)
    assert [(query.text, query.count, query.lost) for query in cost.worst] == [
        ("what has no limit", 9, ("no",)),
        ("which is not covered", 3, ("not",)),
    ]
