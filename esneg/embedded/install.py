"""The unpacked server with its plugin, in the cache: made once, read-only afterwards, shared by all."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

from esneg.embedded.artifacts import ICU, ICU_SERVICES, KNN, OPENSEARCH, fetch
from esneg.embedded.atomic import whole_directory
from esneg.embedded.java import Java
from esneg.embedded.places import Places
from esneg.embedded.problems import MEGABYTE, require_space
from esneg.embedded.progress import Progress, Report
from esneg.embedded.thai import add_break_iterator
from esneg.errors import EsnegError

VERSION = OPENSEARCH.version
_UNPACKED_SIZE = 350 * MEGABYTE


def ensure_installed(places: Places, java: Java, report: Report) -> Path:
    """Returns the directory of the server; downloads and unpacks it when it is not there yet.

    The caller holds the lock of the cache.

    Raises:
        EsnegError: the download failed, the disk is full, the plugin was refused.
    """
    home = places.cache / f"opensearch-{VERSION}-knn-{KNN.version}-icu-{ICU.version}"
    if not home.exists():
        _install(home, places, java, report)
    return home


def _install(home: Path, places: Places, java: Java, report: Report) -> None:
    pins = (OPENSEARCH, KNN, ICU, ICU_SERVICES)
    missing = sum(pin.size for pin in pins if not (places.downloads / pin.file_name).exists())
    require_space(places.cache, missing + _UNPACKED_SIZE, "the engine")
    server, plugin, icu, icu_services = (fetch(pin, places.downloads, report) for pin in pins)
    with whole_directory(home) as unfinished:
        report(Progress("install", f"unpacking OpenSearch {VERSION}"))
        _unpack(server, unfinished)
        report(Progress("install", f"adding the k-NN plugin {KNN.version}"))
        _add_plugin(plugin, unfinished, java)
        add_break_iterator(icu, icu_services, unfinished / "lib")
        _open_for_reading(unfinished)


def _unpack(archive: Path, directory: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(directory)
    # The archive holds one directory, opensearch-VERSION.
    (only,) = directory.iterdir()
    for child in only.iterdir():
        child.rename(directory / child.name)
    only.rmdir()
    # zipfile does not restore permissions.
    for program in (directory / "bin").iterdir():
        program.chmod(0o755)


def _add_plugin(archive: Path, home: Path, java: Java) -> None:
    command = [str(home / "bin" / "opensearch-plugin"), "install", "--batch", archive.as_uri()]
    answer = subprocess.run(
        command,
        env=server_environment(java),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        raise EsnegError(
            f"OpenSearch refuses the plugin {archive.name}",
            remedy="run `esneg engine up` again; if it fails again, delete the cache directory first",
            details=tuple((answer.stderr or answer.stdout).splitlines()[-10:]),
        )


def _open_for_reading(directory: Path) -> None:
    """Lets the node's user read all of it, whatever the umask was."""
    for path in directory.rglob("*"):
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))


def server_environment(java: Java) -> dict[str, str]:
    """The environment of the server's programs: small, because the user's own may hold secrets."""
    kept = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    return environment | {"OPENSEARCH_JAVA_HOME": str(java.home)}
