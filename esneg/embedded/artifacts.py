"""The archives that make up the engine, each pinned to the bytes that were tested."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from esneg.embedded.problems import missing_extra
from esneg.embedded.progress import Report, silent
from esneg.errors import EsnegError, UsageError

if TYPE_CHECKING:
    from maven_artifact import Resolver


@dataclass(frozen=True)
class Pin:
    """A file in a Maven repository.

    Attributes:
        group, name, version: its Maven coordinates.
        size: bytes.
        sha256: of the tested file. It, not the repository, decides whether a download is right.
        extension: "zip" or "jar".
    """

    group: str
    name: str
    version: str
    size: int
    sha256: str
    extension: str = "zip"

    @property
    def file_name(self) -> str:
        """The name in the download directory."""
        return f"{self.name}-{self.version}.{self.extension}"


# OpenSearch as its own integration tests use it: the server with all standard modules, without Java.
OPENSEARCH = Pin(
    group="org.opensearch.distribution.integ-test-zip",
    name="opensearch",
    version="3.5.0",
    size=193_764_775,
    sha256="b676ad392c95a94d8d2bd8785b8b922c7811536daf6a9ec0c7277a34bd8a17a9",
)
KNN = Pin(
    group="org.opensearch.plugin",
    name="opensearch-knn",
    version="3.5.0.0",
    size=5_906_536,
    sha256="99fdf3ac9ef95974e276298b83a58532bf21ba13bd5fd96a4b59465b7e613309",
)
# Thai word boundaries (`esneg.embedded.thai`).
ICU = Pin(
    group="com.ibm.icu",
    name="icu4j",
    version="77.1",
    size=14_663_227,
    sha256="b3640b9f416a4411fd33c59abbeea8fd57d024c23e1819bf9673220a97499fe3",
    extension="jar",
)
ICU_SERVICES = Pin(
    group="com.ibm.icu",
    name="icu4j-localespi",
    version="77.1",
    size=50_797,
    sha256="77d0da4f10c6158174cc3dafbb51356031a09e0fcaaf0432330afb4fb552cac9",
    extension="jar",
)


def fetch(pin: Pin, directory: Path, report: Report = silent) -> Path:
    """Returns the verified archive, downloading it into ``directory`` when it is not there yet.

    An interrupted download stays as ``NAME.part`` and goes on where it stopped. A file under its final name
    has passed its checksum. ``ESNEG_MAVEN_REPOSITORY`` names another repository than maven-artifact's own.

    Raises:
        EsnegError: no network, an error of the repository, a wrong checksum, a full disk.
    """
    target = directory / pin.file_name
    if target.exists():
        if sha256(target) == pin.sha256:
            return target
        target.unlink()

    from esneg.embedded.download import download

    resolver = _resolver()
    url = _url(resolver, pin)
    part = target.with_name(target.name + ".part")
    resumed = part.exists()
    download(url, part, size=pin.size, name=pin.file_name, report=report)
    if sha256(part) != pin.sha256 and resumed:
        # The first half may be of another file: once more, from the start.
        part.unlink()
        download(url, part, size=pin.size, name=pin.file_name, report=report)
    actual = sha256(part)
    if actual != pin.sha256:
        error = _mismatch(pin, url, part, resolver)
        part.unlink()
        raise error
    part.replace(target)
    return target


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    return _digest(path, "sha256")


def _digest(path: Path, algorithm: str) -> str:
    digest = hashlib.new(algorithm)
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _resolver() -> Resolver:
    try:
        from maven_artifact import Downloader, Requestor, Resolver
    except ImportError as error:
        raise missing_extra("maven-artifact") from error
    repository = os.environ.get("ESNEG_MAVEN_REPOSITORY")
    if repository and not repository.startswith(("http://", "https://")):
        raise UsageError(
            "ESNEG_MAVEN_REPOSITORY is not an address", remedy="give it as https://HOST/PATH, or unset it"
        )
    return Resolver(repository, Requestor()) if repository else Downloader().resolver


def _url(resolver: Resolver, pin: Pin) -> str:
    from maven_artifact import Artifact

    artifact = Artifact(pin.group, pin.name, pin.version, extension=pin.extension)
    return str(resolver.uri_for_artifact(artifact))


def _mismatch(pin: Pin, url: str, path: Path, resolver: Resolver) -> EsnegError:
    """The repository's own checksum tells damage on the way from a repository that holds another file."""
    host = urlsplit(url).hostname
    message = (
        f"{pin.file_name} from {host} has a wrong checksum (SHA-256 {sha256(path)}, expected {pin.sha256})"
    )
    for algorithm in ("sha512", "sha256", "sha1", "md5"):
        published = resolver.requestor.request(
            f"{url}.{algorithm}", lambda *_: None, lambda answer: answer.text, timeout=30
        )
        # Some repositories write the file's name behind the checksum.
        words = (published or "").lower().split()
        if not words:
            continue
        if words[0] == _digest(path, algorithm):
            return EsnegError(
                f"{message}: it is what the repository publishes, but not what esneg was tested with",
                remedy="do not use this repository; unset ESNEG_MAVEN_REPOSITORY to use the default one",
            )
        break
    return EsnegError(f"{message}: it was damaged on the way", remedy="run the command again: it starts over")
