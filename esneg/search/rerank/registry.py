"""Re-rankers by name, and the packaged polarity model."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from esneg.errors import UsageError
from esneg.search.rerank.base import LazyReranker, Reranker
from esneg.search.rerank.cross_encoder import Backend, CrossEncoderReranker
from esneg.search.rerank.polarity import LazyPolarity, Polarity

PACKAGED = "packaged"
"""The name of the re-ranker that comes with esneg."""

NONE = "none"
"""The name of no re-ranker."""


def load_reranker(name: str | Path, *, backend: Backend = "torch") -> Reranker:
    """The re-ranker of a name; heavy libraries load when it first scores.

    Args:
        name: "packaged", the name of a cross-encoder on the Hugging Face hub, or the folder of one.
        backend: what runs a cross-encoder; the packaged one brings its own.

    Raises:
        UsageError: what the packaged re-ranker needs is not there, or no such folder exists.
    """
    if str(name) == PACKAGED:
        return _packaged()
    folder = Path(name).expanduser()
    looks_like_a_folder = folder.is_absolute() or str(name).startswith((".", "~"))
    if looks_like_a_folder and not folder.is_dir():
        raise UsageError(f"no such folder: {name}", remedy="--reranker takes a model's name or its folder")
    model = folder if folder.is_dir() else name
    return LazyReranker(lambda: CrossEncoderReranker.load(model, backend=backend))


def default_reranker() -> tuple[Reranker | None, str]:
    """What re-ranks where nobody says: the packaged re-ranker, which keeps the order of the search but for near-twins
    that say opposite things. None, and why, where it cannot run."""
    absent = packaged_missing()
    return (None, absent) if absent else (_packaged(), "")


def settled(over: Reranker) -> Reranker:
    """The order of another re-ranker, with near-twins settled by the packaged polarity model.

    Raises:
        UsageError: what the packaged model needs is not there.
    """
    return _packaged(over)


def packaged_missing() -> str:
    """What keeps the packaged model from running, in plain words; "" when nothing does."""
    # By name: the model's package builds on this one, which therefore must not import it.
    return str(import_module("esneg.polarity_model.model").missing())


def packaged_polarity() -> Polarity:
    """The polarity model that comes with esneg, loaded when it first judges.

    Raises:
        UsageError: what it needs is not there.
    """
    _check_packaged("the packaged polarity model", "pip install 'esneg[onnx]'")
    return LazyPolarity(lambda: import_module("esneg.polarity_model.model").PolarityModel.packaged())


def _packaged(over: Reranker | None = None) -> Reranker:
    _check_packaged(
        "the packaged re-ranker",
        "pip install 'esneg[onnx]', or name a cross-encoder such as cross-encoder/ms-marco-MiniLM-L6-v2",
    )
    module = import_module("esneg.polarity_model.reranker")
    return LazyReranker(lambda: module.reranker(over), reads=None if over else module.TwinRule().depth)


def _check_packaged(what: str, remedy: str) -> None:
    if absent := packaged_missing():
        raise UsageError(f"{what} cannot run: {absent}", remedy=remedy)
