"""How Elasticsearch is asked: kNN beside the query, and fusion by the ``rrf`` retriever.

Fusion needs Elasticsearch 8.14 or later and an Enterprise or trial licence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from esneg.clusters import ClusterInfo
from esneg.search.answers import RawHit, read_hits
from esneg.search.asking import Asker
from esneg.search.legs import LegQuery, LexicalQuery, VectorQuery, filtered
from esneg.search.question import Found, Question
from esneg.search.results import Place

_WEIGHTS = (9, 2)
"""By Elastic's documentation, retrievers take weights from this version on; 8.19 refuses them."""

_ORIGINAL_SCORE = re.compile(r"original score of \[([^\]]+)\]")


class ElasticsearchDialect:
    """Elasticsearch."""

    def leg_body(
        self, leg: LegQuery, filter: Mapping[str, Any] | None, size: int, source: Any
    ) -> dict[str, Any]:
        """See `Dialect.leg_body`."""
        body: dict[str, Any] = {"size": size, "_source": source}
        if isinstance(leg, LexicalQuery):
            return {**body, "query": filtered(leg.query, filter)}
        return {**body, "knn": _knn(leg, filter)}

    def fused(self, asker: Asker, question: Question, size: int) -> list[Found]:
        """See `Dialect.fused`. The engine's own explanation tells each hit's rank in each leg."""
        body: dict[str, Any] = {
            "size": size,
            "_source": question.source,
            "retriever": {"rrf": _rrf(question)},
        }
        if question.explain:
            body["explain"] = True
        answer = asker.search(question.index, body)
        hits = read_hits(answer, what=f"the rrf search of {question.index}")
        return [Found(hit, hit.score, _explained(hit, question)) for hit in hits]

    def takes_part(self, hit: RawHit) -> bool:
        """See `Dialect.takes_part`."""
        return True

    def deepest(self, question: Question) -> int:
        """See `Dialect.deepest`: ``rank_window_size`` cuts the legs and what is made of them."""
        return question.fusion.window

    def misfit(self, info: ClusterInfo, question: Question) -> tuple[str, str] | None:
        """See `Dialect.misfit`."""
        if question.fusion.weights is not None and info.version_tuple < _WEIGHTS:
            return f"Elasticsearch {info.version} fuses without weights", "Elasticsearch 9.2, or no weights"
        return None


def _rrf(question: Question) -> dict[str, Any]:
    # A filter beside the retrievers finds the same, but then the explanation holds 0 for the score of each query.
    retrievers: list[dict[str, Any]] = [_retriever(leg, question.filter) for leg in question.legs]
    weights = question.fusion.leg_weights(len(retrievers))
    if weights is not None:
        retrievers = [
            {"retriever": retriever, "weight": weight}
            for retriever, weight in zip(retrievers, weights, strict=True)
        ]
    return {
        "retrievers": retrievers,
        "rank_constant": question.fusion.rank_constant,
        "rank_window_size": question.fusion.window,
    }


def _retriever(leg: LegQuery, filter: Mapping[str, Any] | None) -> dict[str, Any]:
    if isinstance(leg, LexicalQuery):
        return {"standard": {"query": filtered(leg.query, filter), "_name": leg.name}}
    return {"knn": {**_knn(leg, filter), "_name": leg.name}}


def _knn(leg: VectorQuery, filter: Mapping[str, Any] | None) -> dict[str, Any]:
    knn = {
        "field": leg.field,
        "query_vector": leg.vector,
        "k": leg.k,
        "num_candidates": leg.candidates,
    }
    return knn if filter is None else {**knn, "filter": filter}


def _explained(hit: RawHit, question: Question) -> dict[str, Place]:
    """The ranks in the explanation of an RRF score: one detail a leg, whose value is the rank, 0 for none."""
    details = hit.explanation.get("details") or []
    if len(details) != len(question.legs):
        return {}
    found: dict[str, Place] = {}
    for name, detail in zip(question.names, details, strict=True):
        if detail.get("value"):
            found[name] = Place(int(detail["value"]), _leg_score(detail))
    return found


def _leg_score(detail: Mapping[str, Any]) -> float | None:
    inner = (detail.get("details") or [{}])[0]
    if original := _ORIGINAL_SCORE.search(str(inner.get("description", ""))):
        # A kNN child was searched beforehand: what is explained is its rank, and the score stands in the words.
        return float(original[1])
    value = inner.get("value")
    return None if value is None else float(value)
