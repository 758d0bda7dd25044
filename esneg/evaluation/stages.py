"""The stages of a search whose treatment of negation is measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Words = Literal["", "stock", "esneg", "polarity"]
"""The lexical leg: none; the engine's own analyzer of the language; esneg's; esneg's with the polarity leg."""

RERANK_DEPTH = 10


@dataclass(frozen=True)
class Stage:
    """One way to search.

    Attributes:
        name: in results.
        words: the lexical leg.
        dense: whether there is a leg of vectors; with both, they are fused by RRF.
        rerank: whether a re-ranker orders the first `RERANK_DEPTH`.
        judged: whether passages that say the opposite go to the end of those.
        against: the stages that it is tested against.
    """

    name: str
    words: Words = ""
    dense: bool = False
    rerank: bool = False
    judged: bool = False
    against: tuple[str, ...] = ()


STAGES: tuple[Stage, ...] = (
    Stage("dense", dense=True),
    Stage("bm25 stock", words="stock", against=("dense",)),
    Stage("bm25 esneg", words="esneg", against=("bm25 stock",)),
    Stage("bm25 esneg+polarity", words="polarity", against=("bm25 esneg",)),
    Stage("rrf stock", words="stock", dense=True, against=("dense", "bm25 stock")),
    Stage("rrf esneg", words="esneg", dense=True, against=("rrf stock", "bm25 esneg")),
    Stage("rrf esneg+polarity", words="polarity", dense=True, against=("rrf esneg", "bm25 esneg+polarity")),
    Stage("rrf esneg+rerank", words="esneg", dense=True, rerank=True, against=("rrf esneg",)),
    Stage(
        "rrf esneg+rerank+polarity",
        words="esneg",
        dense=True,
        rerank=True,
        judged=True,
        against=("rrf esneg+rerank",),
    ),
)
"""From one leg to the whole; the published studies that findings compare with have these but for esneg's own."""
