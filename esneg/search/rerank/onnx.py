"""Cross-encoders on ONNX Runtime alone, without torch: ``onnx/model.onnx``, ``config.json`` and ``tokenizer.json``.

Sentence-transformers publishes its cross-encoders with such files, quantized ones among them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from esneg.errors import EsnegError, UsageError
from esneg.search.rerank.pairs import Offsets, limited

DEFAULT_FILE = "onnx/model.onnx"


class OnnxPairs:
    """A cross-encoder in a folder; see `esneg.search.rerank.pairs.PairModel`.

    Args:
        folder: holds ``config.json``, ``tokenizer.json`` and the model.
        file_name: the model in it.
        threads: of ONNX Runtime; None leaves the number to it.

    Raises:
        EsnegError: a library is not installed.
        UsageError: a file is absent, or cannot be read.
    """

    def __init__(self, folder: Path, *, file_name: str = DEFAULT_FILE, threads: int | None = None) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise EsnegError(
                f"re-ranking on ONNX Runtime needs {error.name}, which is not installed",
                remedy="pip install 'esneg[onnx]'",
            ) from None
        for needed in (file_name, "tokenizer.json"):
            if not (folder / needed).is_file():
                raise UsageError(
                    f"{folder} holds no {needed}",
                    remedy="export the model first, or name another file: model_options={'file_name': ...}",
                )
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        if threads is not None:
            options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(
            str(folder / file_name), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = [each.name for each in self._session.get_inputs()]
        config = _json(folder / "config.json")
        tokens = _json(folder / "tokenizer_config.json")
        labels = config.get("id2label") or {0: "LABEL_0"}
        self.id2label: Mapping[int, str] = {int(at): str(label) for at, label in labels.items()}
        self.num_labels = len(self.id2label)
        self.max_tokens = limited(tokens.get("model_max_length")) or limited(
            config.get("max_position_embeddings")
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._padding = int(config.get("pad_token_id") or 0)
        self.special_tokens = int(self._tokenizer.num_special_tokens_to_add(True))

    def offsets(self, texts: Sequence[str]) -> list[Offsets]:
        """See `PairModel.offsets`."""
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [list(each.offsets) for each in encodings]

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Sequence[float]]:
        """See `PairModel.logits`."""
        import numpy as np

        encodings = self._tokenizer.encode_batch(list(pairs))
        # What comes here fits, but for a token or two where a window was cut out of its text.
        longest = min(
            max(len(each.ids) for each in encodings), self.max_tokens or max(len(e.ids) for e in encodings)
        )
        inputs = {
            "input_ids": np.full((len(pairs), longest), self._padding, dtype=np.int64),
            "attention_mask": np.zeros((len(pairs), longest), dtype=np.int64),
            "token_type_ids": np.zeros((len(pairs), longest), dtype=np.int64),
        }
        for row, each in enumerate(encodings):
            kept = min(len(each.ids), longest)
            inputs["input_ids"][row, :kept] = each.ids[:kept]
            inputs["attention_mask"][row, :kept] = 1
            inputs["token_type_ids"][row, :kept] = each.type_ids[:kept]
        rows: Sequence[Sequence[float]] = self._session.run(
            None, {name: inputs[name] for name in self._inputs}
        )[0]
        return rows


def _json(path: Path) -> Mapping[str, Any]:
    try:
        parsed: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} cannot be read: {error}", remedy="give the folder of a cross-encoder with its tokenizer"
        ) from None
    return parsed
