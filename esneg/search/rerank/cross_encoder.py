"""Re-ranking with any sentence-transformers ``CrossEncoder``, whatever runs it: torch, ONNX Runtime, OpenVINO."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from esneg.errors import EsnegError, UsageError
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import Reranker, Scores
from esneg.search.rerank.labels import score_reader
from esneg.search.rerank.onnx import OnnxPairs
from esneg.search.rerank.pairs import PairModel, SentenceTransformersPairs
from esneg.search.rerank.windows import batches, windows

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

Backend = Literal["torch", "onnx", "openvino"]

SMALLEST_BUDGET = 16
"""Tokens that must be left for the passage; a longer question leaves nothing to judge."""

_MARGIN = 2
"""Tokens: a window, cut out of its text, may be tokenized a little longer than it was within."""


class CrossEncoderReranker(Reranker):
    """A cross-encoder reads question and passage together and gives them a score.

    The pair always goes in as (question, passage). A passage that does not fit beside the question is read in windows
    that overlap by a quarter, and its best window counts. The question is never cut.

    Args:
        model: loaded; or use `load`.
        name: for messages.
        batch_size: pairs that go through the model at once. Small batches of like length pad little: on a CPU that
            is faster than large ones.
        most_windows: how many windows of a passage are read; what lies behind them counts as truncated.

    Raises:
        UsageError: the model gives something else than one logit or three NLI labels.
    """

    def __init__(
        self,
        model: CrossEncoder | PairModel,
        *,
        name: str = "",
        batch_size: int = 8,
        most_windows: int = 8,
    ) -> None:
        self._name = name or type(model).__name__
        self._model = as_pairs(model, self._name)
        self._read = score_reader(self._model.num_labels, self._model.id2label, self._name)
        self._batch_size = batch_size
        self._most_windows = most_windows
        self._lock = threading.Lock()

    @classmethod
    def load(
        cls,
        model: str | Path,
        *,
        backend: Backend = "torch",
        device: str | None = None,
        model_options: dict[str, Any] | None = None,
        batch_size: int = 8,
        most_windows: int = 8,
    ) -> CrossEncoderReranker:
        """Loads a cross-encoder; torch is imported here and not before.

        Args:
            model: a name on the Hugging Face hub, or a folder.
            backend: what runs the model. A folder with ONNX files needs ONNX Runtime alone, and no torch; to export
                one, or with OpenVINO, sentence-transformers needs its extra of that name.
            device: "cpu", "cuda", "mps"; the best one when absent.
            model_options: goes to the model (``model_kwargs`` of ``CrossEncoder``), such as
                ``{"file_name": "onnx/model_quint8_avx2.onnx"}``.
            batch_size: see the class.
            most_windows: see the class.

        Raises:
            EsnegError: sentence-transformers is not installed.
            UsageError: no such model, or one that is no re-ranker.
        """
        loaded = _load(model, backend, device, model_options)
        return cls(loaded, name=str(model), batch_size=batch_size, most_windows=most_windows)

    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        """See `Reranker.score`. Stops between two batches when nobody waits any more.

        Raises:
            UsageError: the question alone is too long for the model.
        """
        if not passages:
            return Scores([])
        # One at a time: tokenizers fail when two threads use one, and the model has all cores anyway.
        with self._lock:
            pieces, truncated = self._pieces(question, passages)
            texts = list(dict.fromkeys(text for each in pieces for text in each))
            scores: dict[str, float] = {}
            for batch in batches([len(text) for text in texts], self._batch_size):
                if deadline.passed:
                    break
                chosen = [texts[at] for at in batch]
                rows = self._model.logits([(question, text) for text in chosen])
                scores.update(zip(chosen, map(self._read, rows), strict=True))
        return Scores([_best([scores.get(text, math.nan) for text in each]) for each in pieces], truncated)

    def _pieces(self, question: str, passages: Sequence[str]) -> tuple[list[list[str]], int]:
        """The windows of each passage, and how many passages have more of them than are read."""
        budget = self._budget(question)
        pieces: list[list[str]] = [[text] for text in passages]
        # No token is shorter than a character: most passages need not be cut into tokens.
        long = [] if budget is None else [at for at, text in enumerate(passages) if len(text) > budget]
        truncated = 0
        if long and budget is not None:
            for at, offsets in zip(long, self._model.offsets([passages[at] for at in long]), strict=True):
                if len(offsets) <= budget:
                    continue
                spans, cut = windows(offsets, max(1, budget - _MARGIN), self._most_windows)
                pieces[at] = [passages[at][start:end] for start, end in spans]
                truncated += cut
        return pieces, truncated

    def _budget(self, question: str) -> int | None:
        """How many tokens of a passage fit beside the question; None when there is no limit."""
        limit = self._model.max_tokens
        if limit is None:
            return None
        (own,) = map(len, self._model.offsets([question]))
        budget = limit - own - self._model.special_tokens
        if budget < SMALLEST_BUDGET:
            raise UsageError(
                f"the question has {own} tokens, and {self._name} reads {limit}, passage included",
                remedy="ask in fewer words, or re-rank with a model that reads more",
            )
        return budget


def as_pairs(model: CrossEncoder | PairModel, name: str) -> PairModel:
    """A `PairModel`, made of a ``CrossEncoder`` where it is one."""
    return SentenceTransformersPairs(model, name) if hasattr(model, "predict") else model


def _best(scores: Sequence[float]) -> float:
    """The best of the windows that have a score; NaN when none has."""
    return max((score for score in scores if not math.isnan(score)), default=math.nan)


def _load(
    model: str | Path, backend: Backend, device: str | None, model_options: dict[str, Any] | None
) -> CrossEncoder | PairModel:
    if backend == "onnx" and any(Path(model).glob("**/*.onnx")):
        return OnnxPairs(Path(model), **(model_options or {}))
    try:
        from sentence_transformers import CrossEncoder
    except ImportError as error:
        raise EsnegError(
            f"re-ranking needs sentence-transformers, which is not installed ({error.name or error})",
            remedy="pip install 'esneg[models]'",
        ) from None
    try:
        return CrossEncoder(str(model), backend=backend, device=device, model_kwargs=model_options)
    except Exception as error:  # the back ends raise plain Exception when a package of theirs is missing
        lines = str(error).strip().splitlines()
        raise UsageError(
            f"the re-ranker {model} cannot be loaded: {lines[0] if lines else type(error).__name__}",
            remedy="give the name of a cross-encoder on the Hugging Face hub, or the folder of one",
        ) from None
