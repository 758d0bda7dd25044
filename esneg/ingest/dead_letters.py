"""Documents that did not get into the index: JSON lines, each with the reason, that `esneg index` reads again.

A line: ``{"esneg.dead_letter": {"reason": ..., "status": 400, "type": ..., "source": "docs.jsonl", "line": 7},
"document": {...}}``, where the document is the record as it was read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from filelock import BaseFileLock

from esneg.errors import UsageError
from esneg.ingest.items import Origin, Rejection
from esneg.ingest.readers import Source

MARK = "esneg.dead_letter"


class DeadLetters:
    """A file of dead letters, made with the first one; several processes may write to it in turns."""

    def __init__(self, path: Path, sources: Sequence[Source], lock: BaseFileLock) -> None:
        self.path = path
        self._sources = sources
        self._lock = lock
        self._known = _origins(path)

    def write(self, letters: Sequence[tuple[Origin, Rejection]]) -> None:
        """Appends letters, and returns when they are on disk.

        A record that already has a letter in the file gets no second one: an interrupted load may meet it again.

        Raises:
            UsageError: the file cannot be written.
        """
        lines = [self._line(origin, why) for origin, why in letters if self._key(origin) not in self._known]
        self._known.update(self._key(origin) for origin, _ in letters)
        if not lines:
            return
        try:
            with self._lock, self.path.open("ab") as file:
                file.write("".join(lines).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UsageError(
                f"dead letters cannot be written to {self.path}: {error.strerror}",
                remedy="when that is settled, continue with --resume",
            ) from None

    def _key(self, origin: Origin) -> tuple[str, int]:
        return str(self._sources[origin.source].path.resolve()), origin.record.place

    def _line(self, origin: Origin, why: Rejection) -> str:
        source = self._sources[origin.source]
        mark = {
            **why.as_dict(),
            "source": str(source.path.resolve()),
            source.format.place: origin.record.place,
        }
        # ASCII: half of a surrogate pair may be what is wrong with the document.
        return json.dumps({MARK: mark, "document": unwrapped(origin.record.document)}) + "\n"


def unwrapped(document: dict[str, Any]) -> dict[str, Any]:
    """The document of a dead letter; any other document as it is."""
    inner = document.get("document")
    return inner if MARK in document and isinstance(inner, dict) else document


def repair(path: Path) -> None:
    """Cuts off a last line that a killed process has left unfinished; its record is not marked as done."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        content = file.read()
        if content and not content.endswith(b"\n"):
            file.truncate(content.rfind(b"\n") + 1)


def refuse_as_source(path: Path, sources: Sequence[Source]) -> None:
    """Refuses to write dead letters into a file that is being loaded.

    Raises:
        UsageError: the file is one of the sources.
    """
    if any(source.path.resolve() == path.resolve() for source in sources):
        raise UsageError(
            f"{path} is loaded, and would be written to at the same time",
            remedy="give --dead-letters another file",
        )


def _origins(path: Path) -> set[tuple[str, int]]:
    found = set()
    if path.exists():
        with path.open("rb") as file:
            for line in file:
                mark = json.loads(line)[MARK]
                found.add((mark["source"], mark.get("line", mark.get("row"))))
    return found
