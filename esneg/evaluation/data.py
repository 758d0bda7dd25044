"""The data that a suite runs on: built in, or the user's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path

from esneg.evaluation.items import Collection, Item
from esneg.evaluation.readers import guess_format, jsonl, nevir, read, triples
from esneg.evaluation.readers.tabular import columns


@dataclass(frozen=True)
class Dataset:
    """Data and where it comes from.

    Attributes:
        suite: whose items these are.
        name: "built-in", or what the user gave.
        format: as in `esneg.evaluation.readers.FORMATS`.
        checksum: SHA-256 of the file, or of all files of the folder; "" for what ``ir_datasets`` holds.
        notes: what of the source is not used.
    """

    suite: str
    name: str
    format: str
    checksum: str
    content: Sequence[Item] | Collection
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.content.queries) if isinstance(self.content, Collection) else len(self.content)


def built_in(suite: str) -> Dataset:
    """The data that comes with esneg.

    Raises:
        UsageError: the suite has none.
    """
    with as_file(files("esneg.evaluation") / "datasets" / f"{suite}.jsonl") as path:
        return Dataset(suite, "built-in", "jsonl", checksum(path), jsonl.read(path, suite))


def own(source: str, *, suite: str = "", format: str = "") -> Dataset:
    """Data of the user's own.

    Args:
        source: a file, a folder or ``irds:NAME``.
        suite: whose items a JSON-lines file holds; other formats belong to one suite each.
        format: guessed when empty.

    Raises:
        UsageError: the source cannot be read, or a line of it is wrong.
    """
    format = format or guess_format(source)
    content = read(source, format, suite=suite)
    found = content.suite if isinstance(content, Collection) else content[0].suite
    path = Path(source)
    notes = content.ignored if isinstance(content, Collection) else _unused_columns(path, format)
    return Dataset(found, source, format, checksum(path) if path.exists() else "", content, notes)


def _unused_columns(path: Path, format: str) -> tuple[str, ...]:
    used = {"nevir": nevir.COLUMNS, "triples": triples.COLUMNS}.get(format)
    unused = sorted(columns(path) - {"id", *used}) if used else []
    return (f"columns not used: {', '.join(unused)}",) if unused else ()


def checksum(path: Path) -> str:
    """SHA-256 of a file; for a folder, of the names and contents of its files in order."""
    digest = sha256()
    for file in sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]:
        if path.is_dir():
            digest.update(file.relative_to(path).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
