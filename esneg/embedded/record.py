"""The state file: which process is the node and where it listens; and whether that is still so."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from esneg.embedded.problems import missing_extra

if TYPE_CHECKING:
    import psutil

# The start time is computed from the boot time, which moves a little when the clock is set.
_START_TIME_TOLERANCE = 2.0


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


def living_process(record: Record | None, mark: str) -> psutil.Process | None:
    """The node's process, or None when it is gone.

    A pid alone proves nothing after a reboot, so the start time and ``mark``, an argument that only this
    node's command line has, must agree as well.
    """
    if record is None or not record.pid:
        return None
    try:
        import psutil
    except ImportError as error:
        raise missing_extra("psutil") from error
    try:
        process = psutil.Process(record.pid)
        same_start = abs(process.create_time() - record.start_time) <= _START_TIME_TOLERANCE
        # In a container nobody may collect the exit status of a node that was killed.
        is_alive = process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
        if same_start and is_alive and mark in process.cmdline():
            return process
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        pass
    return None
