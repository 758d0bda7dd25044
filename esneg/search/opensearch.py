"""How OpenSearch is asked: kNN as a query, and fusion by a ``hybrid`` query with a search pipeline.

Fusion needs OpenSearch 2.19 with the neural-search plugin. What its ``hybrid`` query does not forgive, and most of it
without a word: it must stand at the top level; without an RRF pipeline it answers 200 with sentinel scores; weights
count only under ``combination.parameters``, as floats that sum to 1; scores change with ``size`` unless
``pagination_depth`` is fixed; a hit that a leg scores 0 is not a hit of that leg.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from esneg.clusters import ClusterInfo
from esneg.search.answers import RawHit, read_hits, read_searches
from esneg.search.asking import Asker
from esneg.search.fusion import LARGEST_WINDOW, Rrf
from esneg.search.legs import LegQuery, LexicalQuery, filtered
from esneg.search.question import Found, Question, places
from esneg.search.results import Place

MOST_LEGS = 5
_COMMON_FILTER = (3, 0)
"""From this version on, ``hybrid`` takes a filter for all its legs."""

_WEIGHTS = (3, 1)
"""From this version on, the RRF processor takes weights."""

_NAMED_IN_PLACE = frozenset({"bool", "constant_score", "dis_max", "function_score", "multi_match"})
"""Queries that take ``_name`` beside their own options."""


@dataclass(frozen=True)
class OpenSearchDialect:
    """OpenSearch.

    Attributes:
        pipeline: the name of a search pipeline that does the fusing; None sends the pipeline with each search, which
            needs no permission and leaves nothing behind.
    """

    pipeline: str | None = None

    def leg_body(
        self, leg: LegQuery, filter: Mapping[str, Any] | None, size: int, source: Any
    ) -> dict[str, Any]:
        """See `Dialect.leg_body`."""
        return {"size": size, "_source": source, "query": _query(leg, filter)}

    def fused(self, asker: Asker, question: Question, size: int) -> list[Found]:
        """See `Dialect.fused`. To explain, the legs run once more beside the fused search, in one ``_msearch``."""
        body = self._fused_body(asker.cluster.info, question, size)
        if not question.explain:
            if self.pipeline is None:
                answer = asker.search(question.index, {**body, "search_pipeline": pipeline_of(question)})
            else:
                answer = asker.search(question.index, body, {"search_pipeline": self.pipeline})
            hits = read_hits(answer, what=f"the hybrid search of {question.index}")
            return [Found(hit, hit.score) for hit in hits]
        # `_msearch` takes a pipeline in the body only. It knows no `include_named_queries_score`: which legs match a
        # hit, the names say; with which score, the legs themselves.
        explained = {**body, "search_pipeline": self.pipeline or pipeline_of(question)}
        window = question.fusion.window
        legs = [self.leg_body(leg, question.filter, window, False) for leg in question.legs]
        answer = asker.msearch(question.index, [explained, *legs])
        hits, *rankings = read_searches(
            answer,
            names=("hybrid", *question.names),
            index=question.index,
            where=asker.cluster.url,
        )
        counted = [[hit for hit in ranking if self.takes_part(hit)] for ranking in rankings]
        alone = places(dict(zip(question.names, counted, strict=True)), {hit.key for hit in hits})
        return [Found(hit, hit.score, _merged(hit, alone[hit.key], question)) for hit in hits]

    def _fused_body(self, info: ClusterInfo, question: Question, size: int) -> dict[str, Any]:
        together = info.version_tuple >= _COMMON_FILTER
        queries = [_query(leg, None if together else question.filter) for leg in question.legs]
        if question.explain:
            queries = [named(query, name) for query, name in zip(queries, question.names, strict=True)]
        hybrid: dict[str, Any] = {"queries": queries, "pagination_depth": question.fusion.window}
        if together and question.filter is not None:
            hybrid["filter"] = question.filter
        return {"size": size, "_source": question.source, "query": {"hybrid": hybrid}}

    def takes_part(self, hit: RawHit) -> bool:
        """See `Dialect.takes_part`."""
        return hit.score > 0

    def deepest(self, question: Question) -> int:
        """See `Dialect.deepest`: the depth holds for each leg, and the size may go beyond it."""
        return min(LARGEST_WINDOW, len(question.legs) * question.fusion.window)

    def misfit(self, info: ClusterInfo, question: Question) -> tuple[str, str] | None:
        """See `Dialect.misfit`."""
        if len(question.legs) > MOST_LEGS:
            return f"a hybrid query takes {MOST_LEGS} legs, not {len(question.legs)}", "leave legs out"
        if question.fusion.weights is not None and info.version_tuple < _WEIGHTS:
            return (
                f"OpenSearch {info.version} fuses without weights",
                "OpenSearch 3.1 or later, or no weights",
            )
        return None


def rrf_pipeline(fusion: Rrf, legs: int) -> dict[str, Any]:
    """The search pipeline that fuses by `Rrf`, as the engine reads it."""
    combination: dict[str, Any] = {"technique": "rrf", "rank_constant": fusion.rank_constant}
    weights = fusion.leg_weights(legs)
    if weights is not None:
        # Anywhere else they are ignored without a word; as integers they are an error 500.
        combination["parameters"] = {"weights": list(weights)}
    return {"phase_results_processors": [{"score-ranker-processor": {"combination": combination}}]}


def pipeline_of(question: Question) -> dict[str, Any]:
    """The search pipeline that fuses a question's legs."""
    return rrf_pipeline(question.fusion, len(question.legs))


def named(query: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The query with a ``_name``, so that each hit says whether it matches."""
    (kind, options), *more = query.items()
    if not more and isinstance(options, Mapping):
        if kind in _NAMED_IN_PLACE:
            return {kind: {**options, "_name": name}}
        if kind in ("match", "knn") and len(options) == 1:
            ((field, value),) = options.items()
            inner = value if isinstance(value, Mapping) else {"query": value}
            return {kind: {field: {**inner, "_name": name}}}
    return {"bool": {"must": [query], "_name": name}}


def _query(leg: LegQuery, filter: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if isinstance(leg, LexicalQuery):
        return filtered(leg.query, filter)
    # Inside knn the filter takes part in the search for neighbours; around it, it would thin out the k found.
    options = {"vector": leg.vector, "k": leg.k} | ({} if filter is None else {"filter": filter})
    return {"knn": {leg.field: options}}


def _merged(hit: RawHit, alone: Mapping[str, Place], question: Question) -> dict[str, Place]:
    """The places in the legs run alone, and the legs that match a hit past the ranks that were looked at."""
    beyond = {name: Place(None, score) for name, score in hit.matched.items() if name in question.names}
    return {**beyond, **alone}
