"""An evaluation as CSV: one line a figure, every label a column."""

from __future__ import annotations

import csv
import io

from esneg.evaluation.model import EvaluationRun

_FIGURE = ("figure", "value", "low", "high", "n", "kind", "better", "text")


def render(run: EvaluationRun) -> str:
    """The run's figures; a cell that begins like a formula gets an apostrophe, so that spreadsheets show it."""
    rows = [
        (suite.suite, table.name, row) for suite in run.suites for table in suite.tables for row in table.rows
    ]
    labels = list(dict.fromkeys(name for _, _, row in rows for name in row.labels))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["suite", "table", *labels, *_FIGURE])
    for suite, table, row in rows:
        for each in row.figures:
            numbers = ["" if number is None else number for number in (each.value, each.low, each.high)]
            own = [_harmless(row.labels.get(name, "")) for name in labels]
            writer.writerow(
                [suite, table, *own, each.name, *numbers, each.n, each.kind, each.better, each.text]
            )
    return out.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "@") or (text[:1] == "-" and len(text) > 1) else text
