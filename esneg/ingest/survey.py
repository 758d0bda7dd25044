"""Reads every source once before anything is sent: what cannot be read is found now, and not after hours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from esneg.errors import UsageError
from esneg.ingest.dead_letters import unwrapped
from esneg.ingest.fields import Fields, value_of
from esneg.ingest.readers import Source

_SHOWN_FIELDS = 30

_TOLD_EVERY = 1000
"""Records."""


def survey(
    sources: Sequence[Source], fields: Fields, *, embeds: bool, progress: Callable[[int], None]
) -> list[int]:
    """How many records each source holds.

    Args:
        sources: what will be loaded.
        fields: which fields will be used.
        embeds: whether the text fields will be needed.
        progress: told how many records have been read.

    Raises:
        UsageError: a source cannot be read to its end, there is no record, or no record has the fields.
    """
    wanted = ([fields.id] if fields.id else []) + (list(fields.text) if embeds else [])
    missing = set(wanted)
    names: dict[str, None] = {}
    counts = []
    total = 0
    for source in sources:
        count = 0
        for record in source.format.read(source.path):
            document = unwrapped(record.document)
            missing -= {name for name in missing if value_of(document, name) is not None}
            if len(names) < _SHOWN_FIELDS:
                names.update(dict.fromkeys(document))
            count += 1
            total += 1
            if total % _TOLD_EVERY == 0:
                progress(total)
        counts.append(count)
    if not total:
        raise UsageError(f"there is no document in {', '.join(str(source.path) for source in sources)}")
    _refuse_missing(fields, missing, names)
    return counts


def _refuse_missing(fields: Fields, missing: set[str], names: dict[str, Any]) -> None:
    has = f"the documents have: {', '.join(list(names)[:_SHOWN_FIELDS])}"
    if fields.id in missing:
        raise UsageError(
            f"no document has the id field {fields.id}", remedy=f"give --id another field; {has}"
        )
    texts = [name for name in fields.text if name in missing]
    if texts:
        raise UsageError(
            f"no document has the text field {', '.join(texts)}",
            remedy=f"give --text the fields to embed; {has}",
        )
