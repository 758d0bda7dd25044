"""Maven artifacts by their coordinates, pinned in ``docker/local/artifacts.txt``, in esneg's own download cache."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from engines.paths import LOCAL
from esneg.embedded import artifacts
from esneg.embedded.artifacts import Pin
from esneg.embedded.locks import exclusive
from esneg.embedded.places import Places, make_directory
from esneg.embedded.progress import Progress
from esneg.errors import EsnegError

PINS = LOCAL / "artifacts.txt"


def fetch(coordinate: str) -> Path:
    """The local file of ``group:artifact[:extension]:version``; its name is the repository's.

    Raises:
        EsnegError: it is not pinned, cannot be had, or is another file than the pinned one.
    """
    pin = pins().get(coordinate)
    if pin is None:
        raise EsnegError(f"{coordinate} is not pinned", remedy=f"add its checksum and size to {PINS.name}")
    places = Places.from_environment()
    make_directory(places.downloads)
    with exclusive(places.install_lock, _report, "waiting for another download"):
        return artifacts.fetch(pin, places.downloads, _report)


@cache
def pins() -> dict[str, Pin]:
    """Coordinate -> pin."""
    lines = (line.split() for line in PINS.read_text().splitlines() if line[:1] != "#")
    return {coordinate: _pin(coordinate, int(size), digest) for digest, size, coordinate in lines}


def _pin(coordinate: str, size: int, digest: str) -> Pin:
    group, name, *extension, version = coordinate.split(":")
    return Pin(group, name, version, size, digest, extension[0] if extension else "jar")


def _report(news: Progress) -> None:
    if news.done == news.total:  # of a download only its end: the log of a test run is no terminal
        print(f"{news.stage}: {news.message}", file=sys.stderr)
