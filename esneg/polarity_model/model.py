"""Runs the packaged model with onnxruntime and tokenizers; neither torch nor a hub is needed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from esneg.errors import UsageError
from esneg.polarity_model.labels import OUTPUTS, RANK

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

PACKAGED = Path(__file__).parent / "weights"
_NEEDED = ("numpy", "onnxruntime", "tokenizers")
MAX_TOKENS = 256


class Judgement(NamedTuple):
    """What the model says of a pair.

    Attributes:
        rank: higher answers better; only to be compared between near-twins for one question.
        same, unrelated, opposite: probabilities that sum to 1.
    """

    rank: float
    same: float
    unrelated: float
    opposite: float


def missing() -> str:
    """What keeps the packaged model from running, in plain words; "" when nothing does."""
    absent = [name for name in _NEEDED if find_spec(name) is None]
    if absent:
        return f"not installed: {', '.join(absent)}"
    return "" if (PACKAGED / "model.onnx").is_file() else "this esneg carries no weights"


class PolarityModel:
    """A cross-encoder with two heads: how well a passage answers a question among near-twins, and whether two texts
    say the same, have nothing to do with each other, or oppose each other.

    The order of a pair is fixed: first what is asked (or the new text), second what answers (or the text that is
    there). It is safe to use from several threads.

    Args:
        folder: holds model.onnx, model.safetensors, tokenizer.json and config.json.
        threads: of onnxruntime; None leaves the number to it.
        batch: pairs that go through the model at once.

    Raises:
        UsageError: a library or a file is absent.
    """

    def __init__(self, folder: Path = PACKAGED, *, threads: int | None = None, batch: int = 32) -> None:
        absent = [name for name in _NEEDED if find_spec(name) is None]
        if absent:
            raise UsageError(
                f"the polarity model needs {', '.join(absent)}",
                remedy="install the extra: pip install 'esneg[onnx]'",
            )
        if not (folder / "model.onnx").is_file():
            raise UsageError(
                f"no polarity model in {folder}", remedy="train one: scripts/train-polarity-model"
            )
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        if threads is not None:
            options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")
        self._tokenizer.no_padding()
        config = json.loads((folder / "config.json").read_text("utf-8"))
        if tuple(config["id2label"][str(i)] for i in range(len(config["id2label"]))) != OUTPUTS:
            raise UsageError(f"{folder} is no polarity model: its outputs are not {', '.join(OUTPUTS)}")
        self._temperature = float(config.get("esneg_temperature", 1.0))
        self._batch = batch

    @classmethod
    def packaged(cls) -> PolarityModel:
        """The model that comes with esneg, loaded once a process.

        Raises:
            UsageError: the extra ``onnx`` is not installed, or this esneg carries no weights.
        """
        with _LOADING:
            return _packaged()

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[float32]:
        """The raw outputs, one row a pair: rank, same, unrelated, opposite (`esneg.polarity_model.labels`)."""
        import numpy as np

        out = np.zeros((len(pairs), len(OUTPUTS)), dtype=np.float32)
        encodings = self._tokenizer.encode_batch([(a, b) for a, b in pairs])
        for rows, inputs in self._batches(encodings):
            out[rows] = self._session.run(None, inputs)[0]
        return out

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """What both heads say of each pair."""
        import numpy as np

        if not pairs:
            return []
        logits = self.logits(pairs)
        scaled = logits[:, RANK + 1 :] / self._temperature
        raised = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        shares = raised / raised.sum(axis=1, keepdims=True)
        rows = np.column_stack([logits[:, RANK], shares])
        return [Judgement(*map(float, row)) for row in rows]

    def polarity(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        """The probabilities of same, unrelated and opposite for each pair."""
        return [(found.same, found.unrelated, found.opposite) for found in self.judge(pairs)]

    def p_opposite(self, question: str, passages: Sequence[str]) -> list[float]:
        """How likely each passage says the opposite of what is asked (`esneg.search.rerank.polarity.Polarity`).

        Judged is the sentence that matches the question best; the whole passage where the question's language is
        none that the model reads.
        """
        from esneg.polarity_model.twins import language_of, points

        language = language_of(question)
        texts = [point.sentence for point in points(question, passages, language)] if language else passages
        return [found.opposite for found in self.judge([(question, text) for text in texts])]

    def _batches(self, encodings: Sequence[Any]) -> Iterator[tuple[list[int], dict[str, Any]]]:
        """Pairs of like length together, so that little is spent on padding."""
        import numpy as np

        order = sorted(range(len(encodings)), key=lambda at: len(encodings[at].ids))
        for start in range(0, len(order), self._batch):
            rows = order[start : start + self._batch]
            width = len(encodings[rows[-1]].ids)
            inputs = {name: np.zeros((len(rows), width), dtype=np.int64) for name in _INPUTS}
            for row, at in enumerate(rows):
                used = len(encodings[at].ids)
                for name, attribute in _INPUTS.items():
                    inputs[name][row, :used] = getattr(encodings[at], attribute)
            yield rows, inputs


_INPUTS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
_LOADING = threading.Lock()


@lru_cache(maxsize=1)
def _packaged() -> PolarityModel:
    return PolarityModel()
