"""Loading encoders: by name, or the one that an index was made with, from what the index says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from esneg.search.legs import QueryEncoder

if TYPE_CHECKING:
    from esneg.search.encoder import Encoder


def noted_encoder(embedder: Mapping[str, Any]) -> Encoder:
    """Loads the model that ``_meta.esneg.embedder`` names, with the prompts that it was used with.

    Raises:
        EsnegError: sentence-transformers is not installed.
        UsageError: the model is not to be had by its name; it may have been a folder.
    """
    from esneg.search.encoder import Encoder

    prompts = embedder.get("prompts") or {}
    revision = str(embedder.get("revision") or "")
    return Encoder.load(
        str(embedder.get("model", "")),
        # The revision of a folder is a fingerprint: it tells copies apart, and finds none.
        revision=None if revision.startswith("sha256:") else revision or None,
        query_prompt=prompts.get("query"),
        passage_prompt=prompts.get("passage"),
        normalize=True if embedder.get("normalize") else None,
    )


def loader(encoder: QueryEncoder | Callable[[], QueryEncoder] | str) -> Callable[[], QueryEncoder]:
    """What makes the encoder that a user gave: as an object, as a function that loads one, or by name."""
    if isinstance(encoder, QueryEncoder):
        return lambda: encoder
    if not isinstance(encoder, str):
        return encoder
    name = encoder

    def load() -> QueryEncoder:
        from esneg.search.encoder import Encoder

        return Encoder.load(name)

    return load
