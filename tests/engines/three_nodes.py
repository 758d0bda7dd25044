"""A cluster of three OpenSearch nodes in containers, of which one can be killed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from testcontainers.core.container import DockerContainer

from engines import containers
from engines.catalogue import MATRIX
from engines.containers import LOOPBACK, OWNER, PORT, START_SECONDS, EngineFailed, Image
from esneg.clusters import Cluster

NAMES = ("node-0", "node-1", "node-2")
TRANSPORT = 9300
GREEN_SECONDS = 300


@dataclass
class ThreeNodes:
    """The nodes, by number. The first one holds the network of all three: it cannot be killed."""

    urls: tuple[str, ...]
    containers: tuple[DockerContainer, ...]

    def kill(self, number: int) -> None:
        """Kills a node outright."""
        assert number > 0
        self.containers[number].get_wrapped_container().kill()


@contextmanager
def three_nodes() -> Iterator[ThreeNodes]:
    """Three nodes that have found each other; removed at the end.

    Raises:
        EngineFailed: they could not be started.
    """
    client = containers.connect()
    containers.remove_leftovers(client)
    image = containers.find_image(client, MATRIX["opensearch-3.5"])
    started: list[DockerContainer] = []
    try:
        for number in range(len(NAMES)):
            started.append(_node(image, number, started))
            started[-1].start()
        urls = tuple(f"http://{LOOPBACK}:{started[0].get_exposed_port(PORT + number)}" for number in range(3))
        for container, url in zip(started, urls, strict=True):
            containers.wait(container, url, seconds=len(NAMES) * START_SECONDS)  # they start at the same time
        yield ThreeNodes(urls, tuple(started))
    finally:
        for container in reversed(started):
            container.stop()


def _node(image: Image, number: int, others: list[DockerContainer]) -> DockerContainer:
    settings = {
        **MATRIX["opensearch-3.5"].environment,
        "cluster.name": "esneg-three-nodes",
        "node.name": NAMES[number],
        "http.port": str(PORT + number),
        # Nodes that talk over the loopback address alone are no production to OpenSearch, which would else refuse
        # a machine with few file descriptors. So all three share the network of the first.
        "transport.host": LOOPBACK,
        "transport.port": str(TRANSPORT + number),
        "discovery.seed_hosts": ",".join(f"{LOOPBACK}:{TRANSPORT + each}" for each in range(3)),
        "cluster.initial_cluster_manager_nodes": ",".join(NAMES),
    }
    del settings["discovery.type"]
    container = DockerContainer(image.tag, env=settings, labels={OWNER: containers.owner()})
    if others:
        return container.with_kwargs(network_mode=f"container:{others[0].get_wrapped_container().id}")
    container.ports = {f"{PORT + each}/tcp": (LOOPBACK, None) for each in range(3)}
    return container


def wait_until_green(cluster: Cluster, index: str, nodes: int) -> None:
    """Waits until so many nodes are there and every copy of an index's shards is.

    Raises:
        EngineFailed: not in time.
    """
    deadline = time.monotonic() + GREEN_SECONDS
    health = {}
    while time.monotonic() < deadline:
        health = cluster.request("GET", f"/_cluster/health/{index}")
        if health["status"] == "green" and health["number_of_nodes"] == nodes:
            return
        time.sleep(0.5)
    raise EngineFailed(f"{index} is {health.get('status')} on {health.get('number_of_nodes')} nodes")
