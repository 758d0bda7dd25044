"""What `esneg index` makes of its options."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from esneg.ingest.fields import Fields
from esneg.ingest.mapping_file import MappingFile, read_mapping_file
from esneg.ingest.options import LoadOptions
from esneg.ingest.workers import OpenEncoder
from esneg.search.encoder import Encoder


def fields_and_names(
    mapping: Path | None,
    *,
    text: Sequence[str] | None,
    id: str | None,
    metadata: Sequence[str] | None,
    vector_field: str | None,
    language: str | None,
) -> tuple[Fields, str, str]:
    """Fields, vector field and language: what an option says, or else the mapping file, or else the default."""
    file = read_mapping_file(mapping) if mapping is not None else MappingFile()
    kept = tuple(metadata) if metadata else file.metadata
    fields = Fields(text=tuple(text or file.text or Fields.text), id=id or file.id, metadata=kept)
    return (
        fields,
        vector_field or file.vector or LoadOptions.vector_field,
        language or file.language or LoadOptions.language,
    )


def encoder_opener(model: str, *, workers: int, **options: Any) -> OpenEncoder:
    """Loads the encoder when it is called; picklable. Processes that share a load share the CPU's threads."""
    threads = max(1, (os.cpu_count() or 1) // workers) if workers > 1 else None
    return partial(Encoder.load, model, threads=threads, **options)
