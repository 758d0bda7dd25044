"""The user that the node runs as: OpenSearch refuses to run as root."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esneg.errors import EsnegError

# The numbers that Linux gives to the user and group without rights, where no name says so.
_OVERFLOW_ID = 65534


@dataclass(frozen=True)
class Account:
    """An unprivileged user: numbers are enough, it needs no entry in the password file."""

    uid: int
    gid: int

    def popen_arguments(self) -> dict[str, Any]:
        """What makes `subprocess` start a program as this user, with no other group."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, directory: Path) -> None:
        """Gives a directory and all below it to this user; links are not followed."""
        for parent, directories, files in os.walk(directory):
            for name in (".", *directories, *files):
                os.chown(os.path.join(parent, name), self.uid, self.gid, follow_symlinks=False)

    def closed_directory(self, path: Path) -> Path | None:
        """The first directory on the way to ``path`` that this user cannot enter, or None."""
        path = path.resolve()
        for directory in reversed((path, *path.parents)):
            status = directory.stat()
            wanted = stat.S_IXUSR if status.st_uid == self.uid else stat.S_IXOTH
            if not status.st_mode & wanted:
                return directory
        return None

    def require_way_to(self, path: Path) -> None:
        """Raises an `EsnegError` when this user cannot reach a directory."""
        closed = self.closed_directory(path)
        if closed is not None:
            raise EsnegError(
                f"{path} cannot be reached by the unprivileged user (uid {self.uid}) that the node runs as, "
                f"because {closed} is closed to others",
                remedy="set ESNEG_HOME to a directory that others can enter, or do not run esneg as root",
            )


def node_account() -> Account | None:
    """The user to switch to: ``nobody`` when esneg runs as root, None when the present user will do."""
    if os.geteuid() != 0:
        return None
    import pwd

    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        return Account(_OVERFLOW_ID, _OVERFLOW_ID)
    return Account(entry.pw_uid, entry.pw_gid)
