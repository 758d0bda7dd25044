"""Who holds a migration: this process, or another one that may be gone."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import socket
import uuid
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Owner:
    """A process at work on a migration.

    Attributes:
        id: of this holding, new each time.
        who: the user, machine and process, for people.
        machine: tells machines (and containers) apart.
        pid: the process there.
        beat: counts its signs of life.
    """

    id: str
    who: str
    machine: str
    pid: int
    beat: int = 0

    def to_dict(self) -> dict[str, Any]:
        """As the journal holds it."""
        return asdict(self)

    @property
    def is_surely_gone(self) -> bool:
        """Whether it was a process of this machine that has ended. Of another machine nothing is sure."""
        if self.machine != machine():
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return False


def this_process() -> Owner:
    """A new holding by this process."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = f"uid {os.getuid()}"
    return Owner(
        id=uuid.uuid4().hex,
        who=f"{user}@{socket.gethostname()}, process {os.getpid()}",
        machine=machine(),
        pid=os.getpid(),
    )


def machine() -> str:
    """A name for the set of processes among which a process id means one and the same process.

    Two containers may share a host name; their process ids are apart all the same.
    """
    parts = [socket.gethostname(), str(uuid.getnode())]
    with contextlib.suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]
