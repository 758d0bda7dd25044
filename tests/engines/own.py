"""An engine of a test's own, that it may kill and start again; its data outlive that."""

from __future__ import annotations

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from docker.models.containers import Container

from engines import containers
from engines.catalogue import MATRIX
from engines.containers import LOG_LINES, LOOPBACK, PORT, EngineFailed

READY_SECONDS = 600
"""A node that was killed plays its logs back first, which takes its time on a busy machine."""


class OwnEngine:
    """A node in a container.

    Attributes:
        url: where it answers, also after it was started again.
    """

    def __init__(self, container: Container, url: str) -> None:
        self._container = container
        self.url = url

    def kill(self) -> None:
        """Ends the node at once, as a power cut would."""
        self._container.kill()

    def start(self, serving: str = "") -> None:
        """Starts the node and waits until it serves.

        Args:
            serving: the index or alias that has to be served; by default every one.

        Raises:
            EngineFailed: it did not within the time that a start may take.
        """
        self._container.start()
        health = f"{self.url}/_cluster/health/{serving}?wait_for_status=yellow&timeout=5s"
        deadline = time.monotonic() + READY_SECONDS
        last = "no answer"
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(health, timeout=10) as answer:
                    if answer.status == 200:
                        return
            except urllib.error.HTTPError as error:
                last = error.read().decode(errors="replace")
            except OSError as error:
                last = repr(error)
            time.sleep(0.2)
        log = self._container.logs(tail=LOG_LINES).decode(errors="replace")
        raise EngineFailed(f"the node is not ready after {READY_SECONDS} s: {last}\n{log}")


@contextmanager
def own_engine(name: str) -> Iterator[OwnEngine]:
    """Runs engine ``name`` of the matrix for the length of the block.

    Raises:
        EngineFailed: it could not be started.
    """
    client = containers.connect()
    containers.remove_leftovers(client)
    spec = MATRIX[name]
    image = containers.find_image(client, spec)
    # A fixed port: a free one that the container engine chooses would be another after each start.
    port = _free_port()
    container = client.containers.create(
        image.tag,
        environment=dict(spec.environment),
        labels={containers.OWNER: containers.owner()},
        ports={f"{PORT}/tcp": (LOOPBACK, port)},
    )
    try:
        engine = OwnEngine(container, f"http://{LOOPBACK}:{port}")
        engine.start()
        yield engine
    finally:
        container.remove(force=True, v=True)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        return int(listener.getsockname()[1])
