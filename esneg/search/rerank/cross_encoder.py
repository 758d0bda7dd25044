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
from esneg.search.rerank.labels import ToScore, score_reader
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
        self, model: CrossEncoder, *, name: str = "", batch_size: int = 8, most_windows: int = 8
    ) -> None:
        self._loaded = _Loaded(model, name or type(model).__name__)
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
            backend: what runs the model.
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
                scores.update(zip(chosen, self._loaded.scores(question, chosen), strict=True))
        return Scores([_best([scores.get(text, math.nan) for text in each]) for each in pieces], truncated)

    def _pieces(self, question: str, passages: Sequence[str]) -> tuple[list[list[str]], int]:
        """The windows of each passage, and how many passages have more of them than are read."""
        budget = self._loaded.budget(question)
        pieces: list[list[str]] = [[text] for text in passages]
        # No token is shorter than a character: most passages need not be cut into tokens.
        long = [] if budget is None else [at for at, text in enumerate(passages) if len(text) > budget]
        truncated = 0
        if long and budget is not None:
            for at, offsets in zip(long, self._loaded.offsets([passages[at] for at in long]), strict=True):
                if len(offsets) <= budget:
                    continue
                spans, cut = windows(offsets, max(1, budget - _MARGIN), self._most_windows)
                pieces[at] = [passages[at][start:end] for start, end in spans]
                truncated += cut
        return pieces, truncated


class _Loaded:
    """A model, and what there is to know of it."""

    def __init__(self, model: CrossEncoder, name: str) -> None:
        self.name = name
        self._model = model
        self._tokenizer: Any = model.tokenizer
        config = model.config
        labels = int(getattr(model, "num_labels", None) or config.num_labels)
        self._score: ToScore = score_reader(labels, dict(config.id2label or {}), name)

    def budget(self, question: str) -> int | None:
        """How many tokens of a passage fit beside the question; None when there is no limit."""
        limit = _max_tokens(self._model)
        if limit is None:
            return None
        own = len(
            self._tokenizer(question, add_special_tokens=False, truncation=False, verbose=False)["input_ids"]
        )
        budget = limit - own - int(self._tokenizer.num_special_tokens_to_add(pair=True))
        if budget < SMALLEST_BUDGET:
            raise UsageError(
                f"the question has {own} tokens, and {self.name} reads {limit}, passage included",
                remedy="ask in fewer words, or re-rank with a model that reads more",
            )
        return budget

    def offsets(self, texts: list[str]) -> list[list[tuple[int, int]]]:
        """Start and end of each token of each text."""
        if not self._tokenizer.is_fast:
            raise UsageError(
                f"the tokenizer of {self.name} cannot say where its tokens stand, so long passages cannot be cut",
                remedy="take a model with a fast tokenizer (tokenizer.json)",
            )
        found: list[list[tuple[int, int]]] = self._tokenizer(
            texts, add_special_tokens=False, truncation=False, return_offsets_mapping=True, verbose=False
        )["offset_mapping"]
        return found

    def scores(self, question: str, texts: list[str]) -> list[float]:
        """The score of each text, as one batch."""
        from torch.nn import Identity

        logits = self._model.predict(
            [(question, text) for text in texts],
            batch_size=len(texts),
            show_progress_bar=False,
            activation_fn=Identity(),
            apply_softmax=False,
            convert_to_numpy=True,
        )
        return [self._score(row) for row in logits.reshape(len(texts), -1)]


def _best(scores: Sequence[float]) -> float:
    """The best of the windows that have a score; NaN when none has."""
    return max((score for score in scores if not math.isnan(score)), default=math.nan)


def _max_tokens(model: CrossEncoder) -> int | None:
    # Named max_length before sentence-transformers 6. A tokenizer without a limit names an absurd one.
    limit = model.max_seq_length if hasattr(model, "max_seq_length") else model.max_length
    return int(limit) if limit is not None and limit < 10**6 else None


def _load(
    model: str | Path, backend: Backend, device: str | None, model_options: dict[str, Any] | None
) -> CrossEncoder:
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
