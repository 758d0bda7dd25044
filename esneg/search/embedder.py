"""Which model made the vectors of an index: written to its mapping, compared before it is used again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

COMPARED = ("dims", "pooling", "normalize", "prompts")
"""What must be equal, besides the model, for two vectors to mean the same."""

_SAMPLE = 1 << 20
"""Bytes read at each end of a large file for a fingerprint."""


@runtime_checkable
class TextEncoder(Protocol):
    """What turns texts into vectors. `esneg.search.encoder.Encoder` is one; any object like it serves.

    Attributes:
        dims: the length of a vector.
        similarity: what the vectors are made to be compared by: "cosine", "dot" or "euclidean".
        normalize: every vector has length 1.
    """

    @property
    def dims(self) -> int: ...  # noqa: D102

    @property
    def similarity(self) -> str: ...  # noqa: D102

    @property
    def normalize(self) -> bool: ...  # noqa: D102

    def encode_queries(self, texts: list[str]) -> Any:
        """Vectors of queries: rows of ``dims`` numbers, in the order of the texts."""

    def encode_passages(self, texts: list[str]) -> Any:
        """Vectors of passages: rows of ``dims`` numbers, in the order of the texts."""

    def meta(self) -> dict[str, Any]:
        """The model and how it is used, for the index's ``_meta.esneg.embedder``."""


def stored_embedder(mapping: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The embedder that a mapping (the object with ``properties``) names; None when it names none."""
    own = (mapping.get("_meta") or {}).get("esneg") or {}
    embedder = own.get("embedder") if isinstance(own, Mapping) else None
    return embedder if isinstance(embedder, Mapping) else None


def differences(stored: Mapping[str, Any], own: Mapping[str, Any]) -> list[str]:
    """What tells an encoder from the one that an index names, as lines for a person; none when both agree.

    Args:
        stored: the index's ``_meta.esneg.embedder``.
        own: the encoder's `meta`.
    """
    found = []
    if not _same_model(stored, own):
        found.append(f"model: {_model(stored)} in the index, {_model(own)} here")
    found += [
        f"{name}: {stored[name]!r} in the index, {own[name]!r} here"
        for name in COMPARED
        if name in stored and name in own and stored[name] != own[name]
    ]
    return found


def _same_model(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    revisions = [str(each.get("revision") or "") for each in (one, other)]
    fingerprints = [each.startswith("sha256:") for each in revisions]
    if all(fingerprints):
        # Copies of a model in folders of different names are one model.
        return revisions[0] == revisions[1]
    if one.get("model") != other.get("model"):
        return False
    # A commit and a fingerprint cannot be compared; nor can an unknown revision.
    return any(fingerprints) or not all(revisions) or revisions[0] == revisions[1]


def _model(meta: Mapping[str, Any]) -> str:
    revision = meta.get("revision")
    return f"{meta.get('model')} ({revision})" if revision else str(meta.get("model"))


def fingerprint(folder: Path) -> str:
    """The revision of a model in a folder: SHA-256 over names, sizes and contents of its files.

    Of a file of more than 2 MiB the first and the last MiB stand for the contents: weights of many gigabytes are
    not read twice. Read-me files, licences and hidden files say nothing about the vectors and are left out.
    """
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*"), key=lambda each: each.relative_to(folder).as_posix()):
        inside = path.relative_to(folder)
        if not path.is_file() or path.suffix == ".md" or any(part.startswith(".") for part in inside.parts):
            continue
        size = path.stat().st_size
        digest.update(f"{inside.as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= 2 * _SAMPLE:
                digest.update(file.read())
            else:
                digest.update(file.read(_SAMPLE))
                file.seek(-_SAMPLE, 2)
                digest.update(file.read(_SAMPLE))
    return f"sha256:{digest.hexdigest()[:16]}"
