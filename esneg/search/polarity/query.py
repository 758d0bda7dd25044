"""The polarity leg as a plain query, to send from any application."""

from __future__ import annotations

from typing import Any

from esneg.search.polarity.plan import Plan, plan
from esneg.search.polarity.weights import Weights

DEFAULT_WEIGHTS = Weights()


def build_query(
    question: str, field: str, language: str = "en", *, weights: Weights = DEFAULT_WEIGHTS
) -> dict[str, Any]:
    """A query that ranks by BM25 and by whether a passage affirms or denies what the question asks.

    It runs on OpenSearch 2.19 and 3, and on Elasticsearch 8.

    Args:
        question: the user's words.
        field: a field with esneg's polarity analysis (`esneg.analysis.polarity`): ``body.polarity`` in an index made
            from esneg's templates.
        language: the question's and the field's, a code of `esneg.negation.available`.
        weights: how much a negation counts.

    Raises:
        UsageError: esneg has no data for the language.
    """
    return query_of(plan(question, field, language, weights), field, weights)


def query_of(read: Plan, field: str, weights: Weights = DEFAULT_WEIGHTS) -> dict[str, Any]:
    """The query of a question that was read already."""
    query: dict[str, Any] = {"match": {field: {"query": read.text}}}
    if not read.clauses:
        return query
    # `boosting` demotes by one query and rewards by none; this is one factor a word, without the nesting that engines
    # limit to 30. Each filter counts the same wherever it matches, as under `constant_score`.
    return {
        "function_score": {
            "query": query,
            "functions": [{"filter": dict(clause.query), "weight": clause.weight} for clause in read.clauses],
            "score_mode": "multiply",
            "boost_mode": "multiply",
        }
    }
