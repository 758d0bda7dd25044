"""What is to be found, and what was: the values that go between the searcher and the engines' modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Protocol

from esneg.clusters import ClusterInfo
from esneg.search.answers import RawHit
from esneg.search.asking import Asker
from esneg.search.fusion import Rrf
from esneg.search.legs import LegQuery
from esneg.search.results import Place


@dataclass(frozen=True)
class Question:
    """A search, ready to be asked of either engine.

    Attributes:
        index: an index, alias or pattern.
        legs: at least one.
        fusion: how the legs are fused.
        filter: a query that every hit must match; it changes no score.
        source: the ``_source`` option: which parts of documents come back.
        explain: also find out where each leg put a hit.
    """

    index: str
    legs: tuple[LegQuery, ...]
    fusion: Rrf
    filter: Mapping[str, Any] | None = None
    source: Any = True
    explain: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the legs."""
        return tuple(leg.name for leg in self.legs)


@dataclass(frozen=True)
class Found:
    """A document, its score over all legs, and its place in each."""

    hit: RawHit
    score: float
    legs: Mapping[str, Place] = field(default_factory=dict)


class Dialect(Protocol):
    """How one engine is asked. `esneg.search.opensearch` and `esneg.search.elasticsearch` each are one."""

    def leg_body(
        self, leg: LegQuery, filter: Mapping[str, Any] | None, size: int, source: Any
    ) -> dict[str, Any]:
        """The body of a ``_search`` that runs one leg alone."""

    def fused(self, asker: Asker, question: Question, size: int) -> list[Found]:
        """Lets the engine fuse the legs; returns its first ``size`` hits in the engine's order."""

    def takes_part(self, hit: RawHit) -> bool:
        """Whether a hit of a leg counts when the engine fuses, so that Python's fusion counts it too."""

    def deepest(self, question: Question) -> int:
        """How many hits of one fusion the engine shows at most."""

    def misfit(self, info: ClusterInfo, question: Question) -> tuple[str, str] | None:
        """Why an engine that has RRF cannot fuse this question, and what would change that."""


def places(rankings: Mapping[str, Sequence[RawHit]], keys: Set[str]) -> dict[str, dict[str, Place]]:
    """Document key -> leg name -> place, for these keys, out of each leg's hits, best first."""
    found: dict[str, dict[str, Place]] = {key: {} for key in keys}
    for name, hits in rankings.items():
        for rank, hit in enumerate(hits, 1):
            if hit.key in keys:
                found[hit.key][name] = Place(rank, hit.score)
    return found
