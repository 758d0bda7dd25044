"""Deduplication that merges no contradiction: the engine's nearest neighbours, each with the guard's word on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.clusters import Cluster
from esneg.errors import UsageError
from esneg.guard.guard import PolarityGuard
from esneg.guard.verdict import Verdict


@dataclass(frozen=True)
class Neighbour:
    """A document of the index that is near a new one.

    Attributes:
        id: its ``_id``.
        index: the index that holds it.
        text: what its text field holds.
        score: the engine's score of the nearness; its scale depends on engine and similarity.
        verdict: the guard's word: only ``verdict.safe`` may be merged.
    """

    id: str
    index: str
    text: str
    score: float
    verdict: Verdict


class DuplicateGuard:
    """Finds what a new document may be merged with.

    Args:
        cluster: a connected cluster.
        index: an index, alias or pattern with vectors.
        text_field: the field that holds the text; dots reach into objects.
        vector_field: the field that holds the vectors.
        guard: decides; by default rules, and the packaged model where it is installed.
        language: of the texts.
        k: how many neighbours are looked at.
        min_score: neighbours below this score of the engine are not looked at.
    """

    def __init__(
        self,
        cluster: Cluster,
        index: str,
        *,
        text_field: str,
        vector_field: str,
        guard: PolarityGuard | None = None,
        language: str = "en",
        k: int = 5,
        min_score: float = 0.0,
    ) -> None:
        if k < 1:
            raise UsageError(f"k must be at least 1, not {k}")
        self._cluster, self._index = cluster, index
        self._text_field, self._vector_field = text_field, vector_field
        self._guard = guard or PolarityGuard()
        self._language, self._k, self._min_score = language, k, min_score

    def neighbours(self, text: str, vector: Sequence[float]) -> list[Neighbour]:
        """The nearest documents, nearest first, each with the guard's verdict.

        Args:
            text: the new document's text.
            vector: its embedding, by the model that made the index's vectors.

        Raises:
            ClusterError: the engine did not answer, or refused.
            UsageError: a neighbour has no text in the field.
        """
        answer = self._cluster.search(self._index, self._body(vector))
        hits = [hit for hit in answer["hits"]["hits"] if float(hit["_score"]) >= self._min_score]
        texts = [self._text(hit) for hit in hits]
        verdicts = self._guard.check_many([(text, other) for other in texts], "statement", self._language)
        return [
            Neighbour(str(hit["_id"]), str(hit["_index"]), other, float(hit["_score"]), verdict)
            for hit, other, verdict in zip(hits, texts, verdicts, strict=True)
        ]

    def duplicate_of(self, text: str, vector: Sequence[float]) -> Neighbour | None:
        """The nearest document that says the same, or None: then the new one is to be kept."""
        return next((each for each in self.neighbours(text, vector) if each.verdict.safe), None)

    def _body(self, vector: Sequence[float]) -> dict[str, Any]:
        from esneg.search.elasticsearch import ElasticsearchDialect
        from esneg.search.legs import DenseLeg
        from esneg.search.opensearch import OpenSearchDialect

        numbers = [float(number) for number in vector]
        leg = DenseLeg(self._vector_field).query("", numbers, self._k)
        dialect = OpenSearchDialect() if self._cluster.info.engine == "opensearch" else ElasticsearchDialect()
        return dialect.leg_body(leg, None, self._k, [self._text_field])

    def _text(self, hit: Mapping[str, Any]) -> str:
        from esneg.search.passages import passage

        if text := passage(hit.get("_source") or {}, [self._text_field]):
            return text
        raise UsageError(
            f"document {hit['_id']} of {hit['_index']} has no text in {self._text_field!r}",
            remedy="name the field that holds the text",
        )
