"""Where the embedded engine keeps its files.

Two roots: the cache (downloads and the unpacked server: safe to delete, costs a download) and the state
(data, configuration, log, which process runs). ``ESNEG_HOME`` moves both, ``ESNEG_CACHE_DIR`` only the cache.
Root's own directories are closed to the unprivileged user that the node then runs as, so root gets the
system's places (on Linux /var/cache/esneg and /var/lib/esneg).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

CLUSTER_NAME = "esneg-embedded"


@dataclass(frozen=True)
class Places:
    """The directories and files of one embedded engine."""

    cache: Path
    state: Path

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Places:
        """The roots that the environment asks for, else the platform's own."""
        home = environ.get("ESNEG_HOME")
        cache = environ.get("ESNEG_CACHE_DIR") or (home and os.path.join(home, "cache"))
        state = home and os.path.join(home, "state")
        cache = cache or platformdirs.user_cache_dir("esneg", appauthor=False, use_site_for_root=True)
        state = state or platformdirs.user_state_dir("esneg", appauthor=False, use_site_for_root=True)
        return cls(cache=Path(cache).expanduser().resolve(), state=Path(state).expanduser().resolve())

    @property
    def downloads(self) -> Path:
        """Downloaded archives, and ``.part`` files of downloads that were interrupted."""
        return self.cache / "downloads"

    @property
    def install_lock(self) -> Path:
        """Held while the shared cache is changed."""
        return self.cache / "install.lock"

    @property
    def engine_lock(self) -> Path:
        """Held while the node is started or stopped."""
        return self.state / "engine.lock"

    @property
    def record(self) -> Path:
        """The state file: which process is the node, and its port."""
        return self.state / "engine.json"

    @property
    def log(self) -> Path:
        """All that the node prints since its last start."""
        # OpenSearch names the file so when it tells where to read on.
        return self.state / "logs" / f"{CLUSTER_NAME}.log"

    @property
    def previous_log(self) -> Path:
        """The log of the start before."""
        return self.log.with_suffix(".previous.log")

    @property
    def node(self) -> Path:
        """Everything that belongs to the node's user."""
        return self.state / "node"

    @property
    def config(self) -> Path:
        """The node's configuration, written anew at each start."""
        return self.node / "config"

    @property
    def data(self) -> Path:
        """The indices."""
        return self.node / "data"

    @property
    def tmp(self) -> Path:
        """The node's temporary files."""
        return self.node / "tmp"

    def create(self) -> None:
        """Makes the directories that esneg itself writes to."""
        for directory in (self.cache, self.downloads, self.state, self.log.parent):
            make_directory(directory)


def make_directory(directory: Path) -> None:
    """Makes a directory that other users may enter, whatever the umask: the node may run as another one."""
    missing = [each for each in (directory, *directory.parents) if not each.exists()]
    directory.mkdir(parents=True, exist_ok=True)
    for each in missing:
        each.chmod(0o755)
