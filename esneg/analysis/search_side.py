"""The search side of a field, asked of the engine and never deduced.

With ``default_search`` set, OpenSearch searches with it even on a field that names its own ``analyzer``;
Elasticsearch keeps the field's. So every question here goes through ``_validate/query?explain``, which shows the
query that the engine would really run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from esneg.analysis.fields import TextField
from esneg.analysis.settings import AnalysisSettings
from esneg.clusters import Cluster

QueryType = Literal["match", "match_phrase"]


def explain(
    cluster: Cluster,
    index: str,
    field: str,
    texts: Sequence[str],
    *,
    query_type: QueryType = "match",
    analyzer: str | None = None,
) -> list[str]:
    """The Lucene query that the engine makes of each text on a field.

    Two texts with the same query are one text to every search on that field.

    Args:
        analyzer: makes the query name an analyzer, instead of leaving the choice to the engine.
    """

    def query(text: str) -> dict[str, Any]:
        options: dict[str, Any] = {"query": text}
        if analyzer is not None:
            options["analyzer"] = analyzer
        return {query_type: {field: options}}

    together = {"bool": {"should": [{"constant_score": {"filter": query(text)}} for text in texts]}}
    parts = list(_constant_scores(cluster.explain_query(index, together)))
    if len(parts) == len(texts):
        return parts
    # A field or term with a bracket in it: ask text by text.
    return [cluster.explain_query(index, query(text)) for text in texts]


def analyzer_name(
    cluster: Cluster,
    index: str,
    field: TextField,
    settings: AnalysisSettings,
    texts: Sequence[str],
    explained: Sequence[str],
    *,
    query_type: QueryType = "match",
) -> str | None:
    """The analyzer that the engine searches a field with: the one that, named in the query, changes nothing.

    Args:
        texts: probe texts.
        explained: what `explain` said of them with no analyzer named.

    Returns:
        None when no analyzer that could serve the field gives the same queries.
    """
    for candidate in _candidates(field, settings, query_type):
        named = explain(cluster, index, field.path, texts, query_type=query_type, analyzer=candidate)
        if list(named) == list(explained):
            return candidate
    return None


def _candidates(field: TextField, settings: AnalysisSettings, query_type: QueryType) -> list[str]:
    """The analyzers that may serve a field on the search side, likeliest first."""
    names: list[str] = []
    if query_type == "match_phrase":
        names += [field.search_quote_analyzer] if field.search_quote_analyzer else []
        names += ["default_search_quoted"] if settings.defines("default_search_quoted") else []
    names += [field.search_analyzer] if field.search_analyzer else []
    names += [field.analyzer] if field.analyzer else []
    names += [name for name in ("default_search", "default") if settings.defines(name)]
    names += ["standard"]
    return list(dict.fromkeys(names))


def _constant_scores(explanation: str) -> Iterator[str]:
    """The insides of each top-level ``ConstantScore(...)`` of an explained query."""
    opening = "ConstantScore("
    at = explanation.find(opening)
    while at != -1:
        depth, start = 1, at + len(opening)
        end = start
        while end < len(explanation) and depth:
            depth += {"(": 1, ")": -1}.get(explanation[end], 0)
            end += 1
        yield explanation[start : end - 1]
        at = explanation.find(opening, end)
