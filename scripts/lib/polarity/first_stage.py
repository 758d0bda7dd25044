"""BM25 and dense retrieval fused by RRF, in memory: the order that the re-ranker is given."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

from esneg.search.encoder import Encoder

RANK_CONSTANT = 60
WINDOW = 100


@lru_cache(maxsize=1)
def _encoder() -> Encoder:
    return Encoder.load("all-MiniLM-L6-v2")


class FirstStage:
    """An index of passages.

    Args:
        passages: the pool.
        cache: where the passages' vectors are kept; None encodes them anew.
    """

    def __init__(self, passages: list[str], cache: Path | None = None) -> None:
        self._stemmer = Stemmer.Stemmer("english")
        self._bm25 = bm25s.BM25()
        self._bm25.index(
            bm25s.tokenize(passages, stopwords="en", stemmer=self._stemmer, show_progress=False),
            show_progress=False,
        )
        self._encoder = _encoder()
        if cache and cache.exists():
            self._vectors: NDArray[np.float32] = np.load(cache)
        else:
            self._vectors = self._encoder.encode_passages(passages)
            if cache:
                np.save(cache, self._vectors)
        self._size = len(passages)

    def rank(self, questions: list[str], depth: int = WINDOW) -> list[list[int]]:
        """For each question the positions of the best passages by RRF, ties by position."""
        width = min(WINDOW, self._size)
        asked = bm25s.tokenize(questions, stopwords="en", stemmer=self._stemmer, show_progress=False)
        lexical, scores = self._bm25.retrieve(asked, k=width, show_progress=False)
        dense = self._encoder.encode_queries(questions) @ self._vectors.T
        ranked = []
        for row, (words, values) in enumerate(zip(lexical, scores, strict=True)):
            near = np.argsort(-dense[row], kind="stable")[:width]
            fused: dict[int, float] = {}
            for leg in (
                [int(at) for at, value in zip(words, values, strict=True) if value > 0],
                [int(at) for at in near],
            ):
                for place, at in enumerate(leg, 1):
                    fused[at] = fused.get(at, 0.0) + 1 / (RANK_CONSTANT + place)
            ranked.append(sorted(fused, key=lambda at: (-fused[at], at))[:depth])
        return ranked
