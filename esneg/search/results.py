"""What a search gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SCHEMA = "esneg.search/1"

FusedWhere = Literal["engine", "client", "none"]


@dataclass(frozen=True)
class Place:
    """Where one leg put a hit.

    Attributes:
        rank: from 1; None when the leg found the hit past the ranks that were looked at.
        score: the leg's own score (BM25, or the engine's transformation of the vectors' similarity); None when the
            engine gave none.
    """

    rank: int | None
    score: float | None


@dataclass(frozen=True)
class Hit:
    """One document found.

    Attributes:
        id: the document's ``_id``.
        index: the index that holds it (behind an alias or pattern, the concrete one).
        rank: the final rank, from 1, counted over all pages.
        fused_rank: the rank that fusion gave it (of a single leg: the leg's own), from 1.
        fused_score: the RRF score; of a single leg, the leg's score.
        legs: leg name -> its place there; a leg that did not find the hit is absent. Empty when the search did not
            ask for it (``explain=False`` with fusion inside the engine).
        rerank_score: what the re-ranker gave; None when it did not see the hit, or gave no usable number.
        p_opposite: how likely the passage says the opposite of what is asked, 0 to 1; None when nothing judged it.
        source: the document's ``_source``, without vectors.
    """

    id: str
    index: str
    rank: int
    fused_rank: int
    fused_score: float
    legs: Mapping[str, Place] = field(default_factory=dict)
    rerank_score: float | None = None
    p_opposite: float | None = None
    source: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Fusion:
    """Which fusion ran.

    Attributes:
        where: "engine", "client" (both legs in one ``_msearch``, fused in Python) or "none" (a single leg).
        reason: why not in the engine; "" when it was, or when there was nothing to fuse.
        remedy: what would change that; may be "".
    """

    where: FusedWhere
    reason: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Asked:
    """One request that the search sent; ``body`` is a list where the end point takes NDJSON."""

    method: str
    path: str
    params: Mapping[str, Any]
    body: Any


@dataclass(frozen=True)
class SearchResult:
    """The hits of one search, best first, and how they came about.

    Attributes:
        query: what was asked.
        hits: the page that was asked for.
        fusion: where the legs were fused, and why there.
        legs: the names of the legs that ran.
        reranked: how many hits the re-ranker scored.
        truncated: how many passages the re-ranker had to cut; their end was not read.
        warnings: what did not go as asked, in plain words: a re-ranker that failed, say.
        requests: what the cluster was asked, in order.
        seconds: what each step took: "encode", "engine", "rerank", "polarity"; "total".
    """

    query: str
    hits: tuple[Hit, ...]
    fusion: Fusion
    legs: tuple[str, ...]
    reranked: int = 0
    truncated: int = 0
    warnings: tuple[str, ...] = ()
    requests: tuple[Asked, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)

    @property
    def ids(self) -> list[str]:
        """The ids of the hits, best first."""
        return [hit.id for hit in self.hits]

    def to_dict(self) -> dict[str, Any]:
        """The result as a JSON object (``esneg.search/1``)."""
        return {"schema": SCHEMA, **asdict(self)}
