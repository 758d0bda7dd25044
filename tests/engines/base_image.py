"""The base of the local images: a small Debian with Java 17, made by debootstrap instead of pulled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docker.errors import ImageNotFound

import docker

SUITE = "bookworm"
PACKAGES = "openjdk-17-jre-headless,ca-certificates-java"
REPOSITORY = "esneg-test/base"
TAG = f"{SUITE}-java17-1"
# Nothing that a running engine reads.
UNNEEDED = ("var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale")


class BaseImageError(Exception):
    """The base image could not be made."""


def ensure(client: docker.DockerClient) -> str:
    """The name of the base image, made first when it is absent (about 40 seconds).

    Raises:
        BaseImageError: not root, no debootstrap, or debootstrap failed.
    """
    name = f"{REPOSITORY}:{TAG}"
    try:
        client.images.get(name)
    except ImageNotFound:
        _make(client)
    return name


def _make(client: docker.DockerClient) -> None:
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise BaseImageError(
            "no image registry can be reached, and local images need root and debootstrap: "
            "run .ci/run as root, or set ESNEG_TEST_OPENSEARCH_URL / ESNEG_TEST_ELASTICSEARCH_URL"
        )
    print(f"making {REPOSITORY}:{TAG} with debootstrap", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="esneg-base-") as folder:
        root = Path(folder, "root")
        done = subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(root)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise BaseImageError(
                "debootstrap failed:\n" + "\n".join((done.stdout + done.stderr).splitlines()[-15:])
            )
        for path in UNNEEDED:
            shutil.rmtree(root / path, ignore_errors=True)
        # One name for the runtime whatever the processor's name in the folder's own.
        java = next(root.glob("usr/lib/jvm/java-17-openjdk-*"))
        (root / "usr/lib/jvm/java-17").symlink_to(java.name)
        archive = Path(folder, "root.tar")
        subprocess.run(["tar", "-C", str(root), "-cf", str(archive), "."], check=True)
        client.api.import_image_from_file(str(archive), repository=REPOSITORY, tag=TAG)
