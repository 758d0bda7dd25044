"""Legs: the retrievers whose rankings a hybrid search fuses.

A `Leg` turns a question into a `LexicalQuery` or a `VectorQuery`, which know no engine; how an engine is asked, its
own module says (`esneg.search.opensearch`, `esneg.search.elasticsearch`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from esneg.errors import UsageError

QueryBuilder = Callable[[str], Mapping[str, Any]]
"""Turns a question into a query of the engines' query language."""

FEWEST_CANDIDATES = 100
MOST_CANDIDATES = 10_000
"""Elasticsearch's limit for ``num_candidates``."""


@dataclass(frozen=True)
class LexicalQuery:
    """A query in the engines' query language, for the leg ``name``."""

    name: str
    query: Mapping[str, Any]


@dataclass(frozen=True)
class VectorQuery:
    """A search for nearest neighbours, for the leg ``name``.

    Attributes:
        field: the vector field.
        vector: the question's embedding.
        k: how many neighbours (on OpenSearch: on each shard).
        candidates: how many Elasticsearch looks at on each shard; at least ``k``.
    """

    name: str
    field: str
    vector: Sequence[float]
    k: int
    candidates: int


LegQuery = LexicalQuery | VectorQuery


@runtime_checkable
class QueryEncoder(Protocol):
    """What a dense leg needs of an encoder."""

    def encode_queries(self, texts: list[str]) -> Any:
        """Vectors of questions: rows of numbers, in the order of the texts."""


class Leg(Protocol):
    """One retriever of a hybrid search.

    Attributes:
        name: its name in results; unique within a search.
        needs_vector: whether `query` wants the question's embedding.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def needs_vector(self) -> bool: ...  # noqa: D102

    def query(self, question: str, vector: Sequence[float] | None, window: int) -> LegQuery:
        """What to ask the engine.

        Args:
            question: the user's words.
            vector: their embedding, when a leg of the search needs it.
            window: how many hits of the leg take part in fusion.
        """


@dataclass(frozen=True)
class LexicalLeg:
    """A leg of words: ``build`` makes its query from the question."""

    build: QueryBuilder
    name: str = "bm25"
    needs_vector: bool = False

    def query(self, question: str, vector: Sequence[float] | None, window: int) -> LegQuery:
        """See `Leg.query`."""
        return LexicalQuery(self.name, self.build(question))


@dataclass(frozen=True)
class DenseLeg:
    """A leg of nearest neighbours.

    Attributes:
        field: the vector field.
        k: how many neighbours; the window when absent.
        candidates: how many Elasticsearch looks at on each shard; twice ``k``, at least 100, when absent.
    """

    field: str
    name: str = "dense"
    k: int | None = None
    candidates: int | None = None
    needs_vector: bool = True

    def query(self, question: str, vector: Sequence[float] | None, window: int) -> LegQuery:
        """See `Leg.query`."""
        assert vector is not None  # the searcher encodes the question for a leg that needs it
        k = self.k or window
        candidates = self.candidates or min(MOST_CANDIDATES, max(FEWEST_CANDIDATES, 2 * k))
        return VectorQuery(self.name, self.field, vector, k, max(k, candidates))


def match(text_fields: Sequence[str]) -> QueryBuilder:
    """A plain full-text query over one or several fields.

    Several fields are asked with ``best_fields``: a document counts by its best field, plus 0.3 of what the others
    add. ``most_fields`` would let a word that stands in both title and body count twice, and ``cross_fields`` and
    ``combined_fields`` want the same analyzer on every field, which fields of several languages don't have.

    Args:
        text_fields: at least one; "title^2" gives a field more weight.
    """
    if not text_fields:
        raise UsageError("no text field to search is named", remedy="give text_fields (--text-field)")
    if len(text_fields) == 1 and "^" not in text_fields[0]:
        return lambda question: {"match": {text_fields[0]: question}}
    return lambda question: {
        "multi_match": {
            "query": question,
            "fields": list(text_fields),
            "type": "best_fields",
            "tie_breaker": 0.3,
        }
    }


def filtered(query: Mapping[str, Any], filter: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The query on what the filter lets through; the filter changes no score."""
    return query if filter is None else {"bool": {"must": [query], "filter": [filter]}}
