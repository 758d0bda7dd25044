"""Reading data of the user's own: one module a format, each with a ``read`` that names file, line and field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from esneg.errors import UsageError
from esneg.evaluation.items import Collection, Item

FORMATS: tuple[str, ...] = ("jsonl", "nevir", "triples", "beir", "trec", "irds")
"""jsonl: the built-in suites' own lines; irds: a data set of ``ir_datasets`` by its name."""


def read(source: str, format: str, *, suite: str = "") -> Sequence[Item] | Collection:
    """Reads a data set.

    Args:
        source: a file, a folder (beir, trec) or a name (irds).
        format: one of `FORMATS`.
        suite: whose items the file holds; jsonl only, where lines do not say it.

    Raises:
        UsageError: the source cannot be read, or a line of it is wrong.
    """
    from esneg.evaluation.readers import beir, irds, jsonl, nevir, trec, triples

    if format == "irds":
        return irds.read(source.removeprefix("irds:"))
    path = Path(source)
    if not path.exists():
        raise UsageError(f"no such file or folder: {source}")
    if format == "jsonl":
        if not suite:
            raise UsageError(f"{source}: say whose items these are", remedy="name one suite: --suite cache")
        return jsonl.read(path, suite)
    readers: dict[str, Callable[[Path], Sequence[Item] | Collection]] = {
        "nevir": nevir.read,
        "triples": triples.read,
        "beir": beir.read,
        "trec": trec.read,
    }
    if format not in readers:
        raise UsageError(f"unknown format {format!r}", remedy=f"known: {', '.join(FORMATS)}")
    return readers[format](path)


def guess_format(source: str) -> str:
    """The format of a source by its looks: its name, the files in it, its columns; jsonl when nothing speaks."""
    from esneg.evaluation.readers import nevir, triples
    from esneg.evaluation.readers.tabular import columns

    if source.startswith("irds:"):
        return "irds"
    path = Path(source)
    if path.is_dir():
        return "beir" if (path / "corpus.jsonl").exists() else "trec"
    if not path.is_file():
        raise UsageError(f"no such file or folder: {source}")
    found = columns(path)
    if found >= set(nevir.COLUMNS):
        return "nevir"
    return "triples" if found >= set(triples.COLUMNS) else "jsonl"
