"""What re-ranking needs of a model that reads pairs of texts, and sentence-transformers' models as such."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from esneg.errors import UsageError

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

_NO_LIMIT = 10**6
"""A tokenizer without a limit names an absurd one."""

Offsets = list[tuple[int, int]]
"""Start and end of each token in a text."""


class PairModel(Protocol):
    """A model that reads two texts at once.

    Attributes:
        max_tokens: how many tokens of a pair it reads; None without a limit.
        special_tokens: how many of them it puts around and between the two texts.
        num_labels: how many numbers it gives for a pair.
        id2label: what they are called.
    """

    @property
    def max_tokens(self) -> int | None: ...  # noqa: D102
    @property
    def special_tokens(self) -> int: ...  # noqa: D102
    @property
    def num_labels(self) -> int: ...  # noqa: D102
    @property
    def id2label(self) -> Mapping[int, str]: ...  # noqa: D102

    def offsets(self, texts: Sequence[str]) -> list[Offsets]:
        """The tokens of each text, special ones left out, nothing cut."""

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Sequence[float]]:
        """The outputs for each pair, as one batch."""


class SentenceTransformersPairs:
    """A ``CrossEncoder`` of sentence-transformers 5 or 6, on torch, ONNX Runtime or OpenVINO."""

    def __init__(self, model: CrossEncoder, name: str) -> None:
        self._model = model
        self._name = name
        self._tokenizer: Any = model.tokenizer
        self.num_labels = int(getattr(model, "num_labels", None) or model.config.num_labels)
        self.id2label: Mapping[int, str] = dict(model.config.id2label or {})
        # Named max_length before sentence-transformers 6.
        limit = model.max_seq_length if hasattr(model, "max_seq_length") else model.max_length
        self.max_tokens = limited(limit)
        self.special_tokens = int(self._tokenizer.num_special_tokens_to_add(pair=True))

    def offsets(self, texts: Sequence[str]) -> list[Offsets]:
        """See `PairModel.offsets`."""
        if not self._tokenizer.is_fast:
            raise UsageError(
                f"the tokenizer of {self._name} cannot say where its tokens stand, so long passages cannot be cut",
                remedy="take a model with a fast tokenizer (tokenizer.json)",
            )
        encoded = self._tokenizer(
            list(texts),
            add_special_tokens=False,
            truncation=False,
            return_offsets_mapping=True,
            verbose=False,
        )
        found: list[Offsets] = encoded["offset_mapping"]
        return found

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Sequence[float]]:
        """See `PairModel.logits`."""
        from torch.nn import Identity

        rows: Sequence[Sequence[float]] = self._model.predict(
            list(pairs),
            batch_size=len(pairs),
            show_progress_bar=False,
            activation_fn=Identity(),
            apply_softmax=False,
            convert_to_numpy=True,
        ).reshape(len(pairs), -1)
        return rows


def limited(tokens: Any) -> int | None:
    """A number of tokens; None when it is none, or so large that it means no limit."""
    return int(tokens) if tokens is not None and tokens < _NO_LIMIT else None
