"""The formats that `esneg index` reads: one module each, found by the file's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from esneg.errors import UsageError
from esneg.ingest.readers import csv, hf_dataset, jsonl, parquet
from esneg.ingest.readers.record import Read, Record, Wanted, everything

__all__ = ["FORMATS", "Format", "Read", "Record", "Source", "Wanted", "everything", "find_sources"]


@dataclass(frozen=True)
class Format:
    """A format.

    Attributes:
        name: what ``--input-format`` calls it.
        place: what a record's place counts: "line" or "row".
        suffixes: of file names, without ``.gz``.
        read: the reader.
    """

    name: str
    place: str
    suffixes: tuple[str, ...]
    read: Read


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format("jsonl", jsonl.PLACE, jsonl.SUFFIXES, jsonl.read),
        Format("csv", csv.PLACE, csv.SUFFIXES, csv.read),
        Format("parquet", parquet.PLACE, parquet.SUFFIXES, parquet.read),
        Format("dataset", hf_dataset.PLACE, (), hf_dataset.read),
    )
}


@dataclass(frozen=True)
class Source:
    """A file or folder to load, and how it is read."""

    path: Path
    format: Format

    def place(self, record: Record) -> str:
        """Where a record stands, for messages and dead letters: ``docs.jsonl, line 7``."""
        return f"{self.path}, {self.format.place} {record.place}"


def find_sources(paths: Sequence[str | Path], format: str | None = None) -> list[Source]:
    """The sources that paths name.

    A folder is a `datasets` folder, or else stands for the files in it whose names tell a known format.

    Args:
        paths: files and folders.
        format: a name in `FORMATS`, for files whose names don't tell.

    Raises:
        UsageError: no such file, nothing to read in a folder, a name that tells no format, or one file twice.
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f'no input format "{format}"', remedy=f"there are: {', '.join(FORMATS)}")
    found = [source for path in paths for source in _sources(Path(path), format)]
    if not found:
        raise UsageError("no file to load is named")
    seen: set[Path] = set()
    for source in found:
        if source.path.resolve() in seen:
            raise UsageError(f"{source.path} is named twice")
        seen.add(source.path.resolve())
    return found


def _sources(path: Path, format: str | None) -> list[Source]:
    if path.is_dir():
        if format == "dataset" or hf_dataset.is_dataset(path):
            return [Source(path, FORMATS["dataset"])]
        inside = [each for each in sorted(path.iterdir()) if each.is_file() and _format_of(each)]
        if not inside:
            raise UsageError(f"{path}: neither a datasets folder nor one with files to load: {_KNOWN}")
        return [source for each in inside for source in _sources(each, format)]
    if not path.exists():
        raise UsageError(f"{path}: no such file")
    known = FORMATS[format] if format else _format_of(path)
    if known is None:
        raise UsageError(
            f"{path}: the name tells no format", remedy=f"give --input-format; without it: {_KNOWN}"
        )
    return [Source(path, known)]


def _format_of(path: Path) -> Format | None:
    name = path.name.lower().removesuffix(".gz")
    return next((each for each in FORMATS.values() if name.endswith(each.suffixes)), None)


_KNOWN = ", ".join(suffix for each in FORMATS.values() for suffix in each.suffixes) + " (text also as .gz)"
