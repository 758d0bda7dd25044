"""The models of an evaluation by the names a user gives: encoders, re-rankers, the packaged polarity model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from esneg.errors import UsageError
from esneg.evaluation.suites.base import Named, ScoreFunction
from esneg.search.embedder import fingerprint
from esneg.search.rerank import registry
from esneg.search.rerank.registry import NONE, PACKAGED, packaged_missing

__all__ = [
    "NONE",
    "PACKAGED",
    "load_encoder",
    "load_reranker",
    "packaged_missing",
    "packaged_polarity",
    "packaged_revision",
]


def load_encoder(name: str, *, threads: int | None = None) -> tuple[Named, Mapping[str, Any]]:
    """An encoder, and what a run notes of it.

    Raises:
        UsageError: no such model.
    """
    from esneg.search.encoder import Encoder

    encoder = Encoder.load(name, threads=threads)
    short = encoder.name.rpartition("/")[2] or encoder.name
    return Named(short, encoder), {"use": "encoder", "name": short, **encoder.meta()}


def load_reranker(name: str) -> tuple[Named, Mapping[str, Any]]:
    """A re-ranker, and what a run notes of it: the packaged one, or any sentence-transformers cross-encoder.

    Raises:
        UsageError: no such model.
    """
    reranker = registry.load_reranker(name)
    short = name.rstrip("/").rpartition("/")[2]
    noted: dict[str, Any] = {"use": "re-ranker", "name": short, "model": name}
    if name == registry.PACKAGED:
        noted |= packaged_revision()
    elif Path(name).is_dir():
        noted["revision"] = fingerprint(Path(name))
    return Named(short, _scoring(reranker)), noted


def packaged_polarity() -> tuple[Named, Mapping[str, Any]]:
    """The polarity head of the model that comes with esneg, and what a run notes of it."""
    from esneg.polarity_model import PolarityModel

    noted = {"use": "polarity", "name": PACKAGED, **packaged_revision()}
    return Named(PACKAGED, PolarityModel.packaged()), noted


def packaged_revision() -> dict[str, str]:
    """Name and fingerprint of the packaged model's files."""
    from esneg.polarity_model import PACKAGED as FOLDER

    return {"model": "esneg.polarity_model", "revision": fingerprint(FOLDER)}


def _scoring(reranker: Any) -> ScoreFunction:
    from esneg.search.deadline import Deadline

    def score(query: str, candidates: Sequence[str]) -> list[float]:
        return [float(each) for each in reranker.score(query, list(candidates), Deadline(None)).scores]

    return score


def check_distinct(models: Sequence[Named], option: str) -> None:
    """Sees that no two models have one name in the tables.

    Raises:
        UsageError: two have.
    """
    names = [each.name for each in models]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(
                f"{option}: two models are called {name!r}", remedy="rename the folder of one of them"
            )
