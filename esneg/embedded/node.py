"""The node: started, and waited for."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from esneg.embedded import log
from esneg.embedded.account import Account
from esneg.embedded.install import server_environment
from esneg.embedded.java import Java
from esneg.embedded.places import CLUSTER_NAME, Places
from esneg.embedded.problems import missing_extra
from esneg.errors import EsnegError

if TYPE_CHECKING:
    import psutil

START_TIMEOUT = 300
"""Seconds. A start takes 8 on two idle cores."""

# Python warns when such an object is dropped while its process lives; the node outlives us on purpose.
_started: list[subprocess.Popen[bytes]] = []


def mark(places: Places) -> str:
    """The argument that tells this node's command line from every other."""
    return f"-Epath.data={places.data}"


def launch(places: Places, server: Path, java: Java, account: Account | None) -> psutil.Process:
    """Starts the node in a session of its own (Ctrl-C does not reach it).

    All that it prints goes to the log; the log of the start before is kept beside it.
    """
    try:
        import psutil
    except ImportError as error:
        raise missing_extra("psutil") from error

    if places.log.exists():
        places.log.replace(places.previous_log)
    environment = server_environment(java) | {"OPENSEARCH_PATH_CONF": str(places.config)}
    if " " not in str(places.tmp):
        # The server's script cannot pass a path with spaces on; without one it makes its own under /tmp.
        environment["OPENSEARCH_TMPDIR"] = str(places.tmp)
    with places.log.open("wb") as output:
        process = subprocess.Popen(
            [server / "bin" / "opensearch", mark(places)],
            cwd=server,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **(account.popen_arguments() if account else {}),
        )
    _started.append(process)
    return psutil.Process(process.pid)


def is_ready(url: str) -> bool:
    """Whether the node answers, as itself, and can take requests."""
    # The user's proxy settings have no say on the way to this very machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/_cluster/health?wait_for_status=yellow&timeout=1s", timeout=10) as answer:
            health = json.load(answer)
    except (OSError, ValueError):
        return False
    return isinstance(health, dict) and health.get("cluster_name") == CLUSTER_NAME


def wait_until_ready(
    url: str, is_alive: Callable[[], bool], places: Places, timeout: float = START_TIMEOUT
) -> None:
    """Waits for the node to answer.

    Raises:
        EsnegError: it died, or did not answer in ``timeout`` seconds; its details are the log's last lines.
    """
    end = time.monotonic() + timeout
    while not is_ready(url):
        if not is_alive():
            raise EsnegError(
                "the engine died while it started",
                remedy=log.remedy(places.log),
                details=log.telling_lines(places.log),
            )
        if time.monotonic() > end:
            raise EsnegError(
                f"the engine does not answer on {url} after {timeout:.0f} s",
                remedy=f"the machine may be too busy: run `esneg engine up` again, or read {places.log}",
                details=log.telling_lines(places.log),
            )
        time.sleep(0.3)
