"""Two indices with the same sentences, one question, two rankings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from esneg.analysis.keeping import analyzer_name, keeping_analysis
from esneg.audit import AuditReport, audit
from esneg.clusters import Cluster
from esneg.negation import load

FIELD = "text"


@dataclass(frozen=True)
class Hit:
    """One sentence in a ranking.

    Attributes:
        rank: from 1.
        score: BM25.
        tied: whether another sentence has the very same score, so that the rank means nothing.
    """

    id: str
    text: str
    rank: int
    score: float
    tied: bool


@dataclass(frozen=True)
class Chapter:
    """One index: how it analyses, what the audit says, how it ranks.

    Attributes:
        index: its name.
        analyzer: of its text field.
        report: the audit of this index.
        right, opposite: the sentence that answers the question and the one that says the contrary; None when the
            index does not find it at all.
    """

    index: str
    analyzer: str
    report: AuditReport
    right: Hit | None
    opposite: Hit | None


@dataclass(frozen=True)
class Story:
    """What `tell` found out."""

    question: str
    documents: int
    stock: Chapter
    kept: Chapter


@cache
def _sample() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = yaml.safe_load((files("esneg.demo") / "policies.yaml").read_text("utf-8"))
    return loaded


def tell(
    cluster: Cluster, *, prefix: str = "esneg-demo", progress: Callable[[str], None] | None = None
) -> Story:
    """Builds the two demo indices (again, if they are there), audits both and asks both the question.

    Args:
        prefix: the indices are called ``<prefix>-stock`` and ``<prefix>-kept``; nothing else is touched.
        progress: told each step.

    Raises:
        ClusterError: the cluster does not let us create or search an index.
    """
    say = progress or (lambda step: None)
    english = load("en")
    return Story(
        question=_sample()["question"],
        documents=len(_sample()["documents"]),
        stock=_chapter(cluster, f"{prefix}-stock", "english", {}, say),
        kept=_chapter(
            cluster, f"{prefix}-kept", analyzer_name(english), {"analysis": keeping_analysis(english)}, say
        ),
    )


def _chapter(
    cluster: Cluster, index: str, analyzer: str, settings: Mapping[str, Any], say: Callable[[str], None]
) -> Chapter:
    say(f"indexing the sentences into {index}")
    cluster.delete_index(index, missing_ok=True)
    cluster.create_index(
        index,
        {
            "settings": {"number_of_shards": 1, "number_of_replicas": 0, **settings},
            "mappings": {"properties": {FIELD: {"type": "text", "analyzer": analyzer}}},
        },
    )
    cluster.bulk_index(index, ((id_, {FIELD: text}) for id_, text in _sample()["documents"].items()))
    say(f"auditing {index}")
    report = audit(cluster, [index])
    say(f"asking {index}")
    hits = _ask(cluster, index)
    return Chapter(index, analyzer, report, hits.get(_sample()["right"]), hits.get(_sample()["opposite"]))


def _ask(cluster: Cluster, index: str) -> dict[str, Hit]:
    answer = cluster.search(index, {"size": 100, "query": {"match": {FIELD: _sample()["question"]}}})
    raw = answer["hits"]["hits"]
    scores = [hit["_score"] for hit in raw]
    return {
        hit["_id"]: Hit(
            hit["_id"], hit["_source"][FIELD], rank, hit["_score"], scores.count(hit["_score"]) > 1
        )
        for rank, hit in enumerate(raw, start=1)
    }
