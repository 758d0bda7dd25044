"""Maven artifacts, fetched once into the user's cache and checked against the pinned checksums."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from functools import cache
from pathlib import Path

from filelock import FileLock
from maven_artifact import Artifact, Downloader
from maven_artifact.requestor import RequestException
from platformdirs import user_cache_path
from requests import RequestException as ConnectionBroken

from engines.paths import LOCAL

ATTEMPTS = 3


class ArtifactError(Exception):
    """An artifact that could not be had, or is not the pinned one."""


@cache
def checksums() -> dict[str, str]:
    """Coordinate -> SHA-256, from ``docker/local/artifacts.sha256``."""
    lines = (LOCAL / "artifacts.sha256").read_text().splitlines()
    return {coordinate: digest for digest, coordinate in (line.split() for line in lines if line[:1] != "#")}


def fetch(coordinate: str) -> Path:
    """The local file of ``group:artifact[:extension]:version``; its name is the repository's.

    Raises:
        ArtifactError: it has no pinned checksum, cannot be had, or is another file than the pinned one.
    """
    expected = checksums().get(coordinate)
    if expected is None:
        raise ArtifactError(f"{coordinate}: add its SHA-256 to docker/local/artifacts.sha256")
    artifact = Artifact.parse(coordinate)
    # The checksum is in the path: a file with its final name is complete and right.
    folder = user_cache_path("esneg") / "maven" / expected[:16]
    target = folder / f"{artifact.artifact_id}-{artifact.version}.{artifact.extension}"
    if target.exists():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".lock"):
        if not target.exists():
            partial = target.with_suffix(".part")
            _download(artifact, partial)
            actual = _sha256(partial)
            if actual != expected:
                partial.unlink()
                raise ArtifactError(f"{coordinate}: SHA-256 is {actual}, pinned is {expected}")
            partial.replace(target)
    return target


def _download(artifact: Artifact, path: Path) -> None:
    print(f"fetching {artifact}", file=sys.stderr)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with open(os.devnull, "w") as silence, contextlib.redirect_stdout(silence):
                Downloader().download(artifact, str(path))
        except (RequestException, ConnectionBroken) as error:
            path.unlink(missing_ok=True)
            if attempt == ATTEMPTS:
                raise ArtifactError(f"{artifact}: {getattr(error, 'msg', error)}") from error
            time.sleep(2 * attempt)
        else:
            return


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
