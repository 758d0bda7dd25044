"""The embedded engine as a whole: up, down, status, log."""

from __future__ import annotations

import shutil
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from esneg.embedded import log, node, ports, process, record
from esneg.embedded.account import node_account
from esneg.embedded.configure import check_heap, write_configuration
from esneg.embedded.install import VERSION, ensure_installed
from esneg.embedded.java import find_java
from esneg.embedded.locks import exclusive
from esneg.embedded.places import Places, make_directory
from esneg.embedded.problems import MEGABYTE, explained, require_space
from esneg.embedded.progress import Progress, Report, silent
from esneg.embedded.record import Record
from esneg.errors import EsnegError

if TYPE_CHECKING:
    import psutil

DEFAULT_HEAP = "1g"
_ROOM_FOR_DATA = 200 * MEGABYTE


@dataclass(frozen=True)
class RunningEngine:
    """A node that runs.

    Attributes:
        url: its address, on the loopback interface only.
        pid: its process.
        data_dir: where its indices lie.
        log_path: all that it printed since it started.
        version: of OpenSearch.
        heap: the size of its Java heap, such as "1g".
        started: True when this very call started it, False when it ran already.
    """

    url: str
    pid: int
    data_dir: Path
    log_path: Path
    version: str
    heap: str
    started: bool = False


class EmbeddedEngine:
    """A single-node OpenSearch with k-NN, one for each `Places`.

    Several processes may use it at once: a file lock lets one of them start or stop it.
    """

    def __init__(self, places: Places | None = None) -> None:
        self.places = places or Places.from_environment()
        self._mark = node.mark(self.places)

    def up(
        self,
        *,
        fresh: bool = False,
        heap: str | None = None,
        port: int | None = None,
        progress: Report | None = None,
    ) -> RunningEngine:
        """Makes sure that the node runs, and returns it when it takes requests.

        The first call downloads 215 MB. A node that runs already is returned as it is. Whatever ends a start
        early (Ctrl-C too) stops the node again.

        Args:
            fresh: begin with no data; a node that runs is stopped first.
            heap: the Java heap, such as "512m"; 1g when absent.
            port: the HTTP port; when absent the last one, or a free one when that is taken.
            progress: hears what is going on.

        Raises:
            EsnegError: the node cannot be fetched or started, or runs already on another port than ``port``.
        """
        report = progress or silent
        heap = heap and check_heap(heap)
        _require_posix()
        with explained(self.places.state), self._locked(report):
            running = self.status()
            if running and fresh:
                self._stop(report)
                running = None
            if running:
                self._check_same(running, heap, port, report)
                node.wait_until_ready(running.url, lambda: self.status() is not None, self.places)
                return running
            return self._start(fresh=fresh, heap=heap or DEFAULT_HEAP, port=port, report=report)

    def down(self, *, progress: Report | None = None) -> bool:
        """Stops the node, and only it; returns whether it ran. The data stays."""
        if not self.places.record.exists():
            return False
        report = progress or silent
        with explained(self.places.state), self._locked(report):
            return self._stop(report)

    def status(self) -> RunningEngine | None:
        """The node when its process runs (it may still be starting), else None."""
        remembered = record.load(self.places.record)
        return self._running(remembered) if remembered and self._process(remembered) else None

    def log_tail(self, lines: int = 50) -> list[str]:
        """The last lines of the node's log; [] when it never ran."""
        return log.tail(self.places.log, lines)

    def _locked(self, report: Report) -> AbstractContextManager[None]:
        self.places.create()
        return exclusive(self.places.engine_lock, report, "waiting for another esneg at work on the engine")

    def _running(self, remembered: Record, *, started: bool = False) -> RunningEngine:
        return RunningEngine(
            url=f"http://{ports.LOOPBACK}:{remembered.port}",
            pid=remembered.pid,
            data_dir=self.places.data,
            log_path=self.places.log,
            version=VERSION,
            heap=remembered.heap,
            started=started,
        )

    def _start(self, *, fresh: bool, heap: str, port: int | None, report: Report) -> RunningEngine:
        places = self.places
        account = node_account()
        if account:
            for directory in (places.cache, places.state):
                account.require_way_to(directory)
        port = self._choose_port(port, report)
        waiting = "waiting for another esneg that installs the engine"
        with explained(places.cache), exclusive(places.install_lock, report, waiting):
            java = find_java(places, account)
            server = ensure_installed(places, java, report)
        require_space(places.state, _ROOM_FOR_DATA, "the engine's data")
        self._empty_directories(data_too=fresh)
        write_configuration(places, server, java, port=port, heap=heap)
        if account:
            account.own(places.node)
        report(Progress("start", f"starting OpenSearch {VERSION}"))
        before = record.load(places.record)
        launched = node.launch(places, server, java, account)
        try:
            remembered = Record(port=port, heap=heap, pid=launched.pid, start_time=launched.create_time())
            record.save(places.record, remembered)
            running = self._running(remembered, started=True)
            node.wait_until_ready(running.url, lambda: process.is_alive(launched), places)
        except BaseException:
            process.stop(launched)
            # A port that did not work must not be the next one tried.
            record.restore(places.record, before and before.stopped())
            raise
        return running

    def _stop(self, report: Report) -> bool:
        remembered = record.load(self.places.record)
        if remembered is None:
            return False
        living = self._process(remembered)
        if living:
            report(Progress("stop", "stopping the engine"))
            process.stop(living)
        record.save(self.places.record, remembered.stopped())
        return living is not None

    def _process(self, remembered: Record) -> psutil.Process | None:
        return process.find_process(remembered.pid, remembered.start_time, self._mark)

    def _choose_port(self, wanted: int | None, report: Report) -> int:
        if wanted is not None:
            ports.require_free(wanted)
            return wanted
        last = record.load(self.places.record)
        if last and ports.is_free(last.port):
            return last.port
        chosen = ports.any_free()
        if last:
            report(Progress("notice", f"port {last.port} is in use by another program; taking {chosen}"))
        return chosen

    def _check_same(self, running: RunningEngine, heap: str | None, port: int | None, report: Report) -> None:
        if port is not None and running.url != f"http://{ports.LOOPBACK}:{port}":
            raise EsnegError(
                f"the engine runs already, on {running.url}",
                remedy=f"stop it first: `esneg engine down`, then `esneg engine up --port {port}`",
            )
        if heap and heap != running.heap:
            message = (
                f"the engine runs already and keeps its heap of {running.heap} until `esneg engine down`"
            )
            report(Progress("notice", message))

    def _empty_directories(self, *, data_too: bool) -> None:
        for directory in (self.places.tmp, *([self.places.data] if data_too else [])):
            if directory.exists():
                shutil.rmtree(directory)
        for directory in (self.places.node, self.places.data, self.places.tmp):
            make_directory(directory)


def _require_posix() -> None:
    if sys.platform == "win32":
        raise EsnegError(
            "the embedded engine runs on Linux and macOS",
            remedy="use it inside WSL, or give the address of a cluster with --url",
        )
