"""The engines of one test run: started when first asked for, stopped together at the end."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from testcontainers.core.container import DockerContainer

import docker
from engines import containers
from engines.catalogue import MATRIX
from engines.containers import EngineFailed
from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.errors import EsnegError

EXTERNAL = {"opensearch": "ESNEG_TEST_OPENSEARCH_URL", "elasticsearch": "ESNEG_TEST_ELASTICSEARCH_URL"}


def external_urls() -> dict[str, str]:
    """Engine -> URL of the clusters that are already up; when there is one, the matrix is just these."""
    return {name: os.environ[variable] for name, variable in EXTERNAL.items() if os.environ.get(variable)}


def matrix() -> list[str]:
    """The names of the engines that this run tests, in the order in which they are tested."""
    return list(external_urls() or MATRIX)


@dataclass
class RunningEngine:
    """An engine that answers.

    Attributes:
        name: its id in test names, such as "opensearch-3.5"; "opensearch" or "elasticsearch" for a cluster
            that was already up.
        url: where it answers; may hold credentials when it came from the environment.
        origin: "official image", "local image (why)" or "already up".
        seconds: what it took to get it up, its image included.
    """

    name: str
    url: str = field(repr=False)
    origin: str
    seconds: float = 0.0

    @cached_property
    def cluster(self) -> Cluster:
        """A connection, made when first used and closed with the run."""
        return connect(ConnectionOptions(urls=(self.url,)))

    @property
    def version(self) -> str:
        """The version as the engine gives it."""
        return self.cluster.info.version


@dataclass
class EnginePool:
    """Starts engines at most once, and remembers what has to be reported."""

    running: dict[str, RunningEngine] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    skipped: Counter[tuple[str, str]] = field(default_factory=Counter)
    _containers: list[DockerContainer] = field(default_factory=list)

    @cached_property
    def _docker(self) -> docker.DockerClient:
        client = containers.connect()
        containers.remove_leftovers(client)
        return client

    def get(self, name: str) -> RunningEngine:
        """The engine ``name``, started when it is not up yet.

        Raises:
            EngineFailed: it could not be started; asked again, it fails at once with the same reason.
        """
        if name in self.failures:
            raise EngineFailed(self.failures[name])
        if name not in self.running:
            try:
                engine = self._external(name) or self._start(name)
                _ = engine.cluster  # one that esneg cannot connect to counts as not started
            except (EngineFailed, EsnegError) as error:
                self.failures[name] = str(error)
                raise EngineFailed(str(error)) from error
            self.running[name] = engine
        return self.running[name]

    def close(self) -> None:
        """Closes every connection and removes every container that this run started."""
        for engine in self.running.values():
            if "cluster" in vars(engine):
                engine.cluster.close()
        while self._containers:
            self._containers.pop().stop()

    def _external(self, name: str) -> RunningEngine | None:
        urls: Mapping[str, str] = external_urls()
        return RunningEngine(name, urls[name], "already up") if name in urls else None

    def _start(self, name: str) -> RunningEngine:
        began = time.monotonic()
        spec = MATRIX[name]
        image = containers.find_image(self._docker, spec)
        print(f"starting {name} from {image.tag}", file=sys.stderr)
        container, url = containers.start(self._docker, spec, image)
        self._containers.append(container)
        return RunningEngine(name, url, image.origin, time.monotonic() - began)
