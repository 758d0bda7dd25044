"""Where ``esneg eval`` puts its results."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from esneg.errors import UsageError

if TYPE_CHECKING:
    from esneg.evaluation.model import EvaluationRun
    from esneg.evaluation.runner import Evaluation

FILES = {"results.json": "json", "figures.csv": "csv", "report.html": "html"}


def printed(run: EvaluationRun, format: str) -> str:
    """The run in one of the formats of `esneg.reports` (``evaluation_FORMAT``)."""
    text: str = import_module(f"esneg.reports.evaluation_{format}").render(run)
    return text


def write(evaluation: Evaluation, folder: Path) -> Iterator[Path]:
    """Writes all files of a run into a folder, made when absent, and names each.

    Raises:
        UsageError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, format in FILES.items():
            (folder / name).write_text(printed(evaluation.run, format), encoding="utf-8")
            yield folder / name
        for name, lines in evaluation.trec_runs.items():
            path = folder / "runs" / f"{name}.run"
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(lines), encoding="utf-8")
            yield path
    except OSError as error:
        raise UsageError(f"--output {folder}: cannot be written: {error.strerror}") from error
