"""Search that keeps negation: BM25 and vectors fused by reciprocal rank, the best hits re-ranked."""

from esneg.search.async_searcher import AsyncHybridSearcher
from esneg.search.fusion import Rrf
from esneg.search.legs import DenseLeg, LexicalLeg
from esneg.search.results import Fusion, Hit, Place, SearchResult
from esneg.search.searcher import HybridSearcher

__all__ = [
    "AsyncHybridSearcher",
    "DenseLeg",
    "Fusion",
    "Hit",
    "HybridSearcher",
    "LexicalLeg",
    "Place",
    "Rrf",
    "SearchResult",
]
