"""Starts one engine in a container, from the official image or from a local one."""

from __future__ import annotations

import os
import socket
import time
import urllib.error
import urllib.request
from dataclasses import dataclass

# Read when testcontainers is imported. Ryuk is an image of its own, from a registry that may be out of reach;
# `remove_leftovers` does its work.
os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")

import psutil
from docker.errors import APIError, BuildError, DockerException, ImageNotFound, NotFound
from testcontainers.core.config import testcontainers_config
from testcontainers.core.container import DockerContainer

import docker
from engines import local_image
from engines.base_image import BaseImageError
from engines.catalogue import EngineSpec
from engines.testbed import TestbedError
from esneg.errors import EsnegError

PORT = 9200
LOOPBACK = "127.0.0.1"
START_SECONDS = 180
LOG_LINES = 30
OWNER = "org.esneg.test.owner"


class EngineFailed(Exception):
    """An engine that the tests need could not be started."""


@dataclass(frozen=True)
class Image:
    """An image that is present, and where it came from (for the closing summary)."""

    tag: str
    origin: str


def connect() -> docker.DockerClient:
    """The container engine of this machine.

    Raises:
        EngineFailed: none answers.
    """
    try:
        return docker.from_env(timeout=600)
    except DockerException as error:
        raise EngineFailed(
            "no container engine answers: start Docker, or as root run .ci/run, or point "
            f"ESNEG_TEST_OPENSEARCH_URL / ESNEG_TEST_ELASTICSEARCH_URL at clusters ({error})"
        ) from error


def find_image(client: docker.DockerClient, spec: EngineSpec) -> Image:
    """The official image; a local one where no registry can be reached or ``ESNEG_TEST_IMAGES=local``.

    Raises:
        EngineFailed: neither could be had, or ``ESNEG_TEST_IMAGES=official`` and the pull failed.
    """
    wanted = os.environ.get("ESNEG_TEST_IMAGES", "auto")
    if wanted not in ("auto", "official", "local"):
        raise EngineFailed(f"ESNEG_TEST_IMAGES is {wanted!r}: use auto, official or local")
    reason = "ESNEG_TEST_IMAGES=local"
    if wanted != "local":
        try:
            _pull(client, spec.official)
        except APIError as error:
            reason = f"no {spec.official}: {_pull_problem(error)}"
            if wanted == "official":
                raise EngineFailed(reason) from error
        else:
            return Image(spec.official, "official image")
    try:
        return Image(local_image.ensure(client, spec.name), f"local image ({reason})")
    except (EsnegError, BaseImageError, TestbedError, BuildError, APIError) as error:
        raise EngineFailed(f"{reason}; and no local image: {error}") from error


def _pull(client: docker.DockerClient, tag: str) -> None:
    try:
        client.images.get(tag)
    except ImageNotFound:
        client.images.pull(tag)


def _pull_problem(error: APIError) -> str:
    text = str(error.explanation or error)
    return "registry not reachable" if "lookup" in text or "dial" in text or "timeout" in text else text


def start(client: docker.DockerClient, spec: EngineSpec, image: Image) -> tuple[DockerContainer, str]:
    """Starts a container and waits until the node answers; returns it with its URL.

    Raises:
        EngineFailed: the node died or did not answer in time; the message ends with its last log lines.
    """
    container = DockerContainer(image.tag, env=dict(spec.environment), labels={OWNER: owner()})
    # Only this machine may talk to a node that asks for no password, unless the user says where it is seen.
    host = testcontainers_config.tc_host_override or LOOPBACK
    container.ports = {f"{PORT}/tcp": (LOOPBACK, None) if host == LOOPBACK else None}
    try:
        container.start()
        url = f"http://{host}:{container.get_exposed_port(PORT)}"
        wait(container, url)
    except BaseException as error:
        log = _last_lines(container)
        container.stop()
        if isinstance(error, (DockerException, EngineFailed, StopIteration)):
            raise EngineFailed(f"{image.tag}: {error}\n{log}") from error
        raise
    return container, url


def wait(container: DockerContainer, url: str, seconds: float = START_SECONDS) -> None:
    """Waits until the node answers.

    Raises:
        EngineFailed: it died or did not answer in time.
    """
    health = f"{url}/_cluster/health?wait_for_status=yellow&timeout=5s"
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        wrapped = container.get_wrapped_container()
        wrapped.reload()
        if wrapped.status not in ("created", "running"):
            raise EngineFailed(f"the node has ended ({wrapped.status})")
        try:
            with urllib.request.urlopen(health, timeout=10) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.5)
    raise EngineFailed(f"the node did not answer within {seconds:g} s")


def _last_lines(container: DockerContainer) -> str:
    try:
        log: bytes = container.get_wrapped_container().logs(tail=LOG_LINES)
    except Exception as error:  # testcontainers raises its own kinds when the container never came to be
        return f"(no log: {error})"
    return log.decode(errors="replace")


def remove_leftovers(client: docker.DockerClient) -> None:
    """Removes the containers of runs on this machine that were killed before they could."""
    for container in client.containers.list(all=True, filters={"label": OWNER}):
        if not _alive(container.labels[OWNER]):
            try:
                container.remove(force=True, v=True)
            except NotFound:
                continue  # another run has swept it


def owner() -> str:
    """The label by which `remove_leftovers` tells whose a container is."""
    process = psutil.Process()
    return f"{socket.gethostname()} {process.pid} {process.create_time():.0f}"


def _alive(owner: str) -> bool:
    host, pid, born = owner.split()
    if host != socket.gethostname():
        return True  # not ours to judge
    try:
        return abs(psutil.Process(int(pid)).create_time() - int(born)) <= 2
    except psutil.NoSuchProcess:
        return False
