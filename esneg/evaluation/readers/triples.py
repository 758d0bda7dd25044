"""Training triples: ``query,positive,negative`` in CSV, TSV or JSON lines."""

from __future__ import annotations

from pathlib import Path

from esneg.evaluation.items import DistractorItem
from esneg.evaluation.readers.tabular import rows

COLUMNS = ("query", "positive", "negative")


def read(path: Path) -> list[DistractorItem]:
    """Reads the triples as items of the distractors suite, all of type "untyped" and style "given"."""
    return [
        DistractorItem(
            id=row["id"],
            type="untyped",
            queries={"given": row["query"]},
            passage=row["positive"],
            distractor=row["negative"],
        )
        for row in rows(path, COLUMNS)
    ]
