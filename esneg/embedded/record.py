"""The state file: which process is the node, and where it listens."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Record:
    """What is remembered between commands.

    Attributes:
        port: the HTTP port, kept while the node is down so that its address stays the same.
        heap: the heap that the node was started with.
        pid: the node's process; 0 while it is down.
        start_time: when that process started, in seconds since the epoch: a reused pid has another.
    """

    port: int
    heap: str = ""
    pid: int = 0
    start_time: float = 0.0

    def stopped(self) -> Record:
        """The same, with no process."""
        return replace(self, pid=0, start_time=0.0)


def load(path: Path) -> Record | None:
    """Reads the state file; None when there is none or it is not one of ours (a crash may have cut it)."""
    try:
        return Record(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def save(path: Path, record: Record) -> None:
    """Writes the state file, whole or not at all."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(json.dumps(asdict(record), indent=2) + "\n", encoding="utf-8")
    os.replace(unfinished, path)


def restore(path: Path, record: Record | None) -> None:
    """Puts back what `load` gave."""
    if record is None:
        path.unlink(missing_ok=True)
    else:
        save(path, record)
