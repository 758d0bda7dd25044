"""A download that goes on where it stopped.

maven-artifact's own downloader starts over each time and writes under the final name, so only its resolver
and its name for itself are used.
"""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import urlsplit

import requests

from esneg.embedded.problems import MEGABYTE
from esneg.embedded.progress import Progress, Report
from esneg.errors import EsnegError

ATTEMPTS = 4
_CHUNK = 1 << 18
_CONNECT_AND_READ_TIMEOUT = (15, 60)


def download(url: str, part: Path, *, size: int, name: str, report: Report) -> None:
    """Fetches ``url`` into ``part``, appending to what is there already.

    Args:
        url: of a file of exactly ``size`` bytes.
        part: the file to write; kept when the download fails, so that the next call continues.
        size: bytes.
        name: what to call the file in messages.
        report: hears of the progress.

    Raises:
        EsnegError: the repository answers with an error, or the connection broke `ATTEMPTS` times.
    """
    host = urlsplit(url).hostname
    reason = ""
    for attempt in range(ATTEMPTS):
        if attempt:
            report(Progress("notice", f"{name} from {host}: {reason}; trying again"))
            time.sleep(2 ** (attempt - 1))
        try:
            if _continue(url, part, size, name, report):
                return
            reason = "it ended early"
        except requests.HTTPError as error:
            status = error.response.status_code if error.response is not None else 500
            if status < 500:
                raise EsnegError(
                    f"{host} answers {status} for {name}",
                    remedy="check the proxy, or name another Maven repository in ESNEG_MAVEN_REPOSITORY",
                ) from error
            reason = f"status {status}"
        except requests.RequestException as error:
            reason = _in_words(error)
    kept = part.stat().st_size if part.exists() else 0
    raise EsnegError(
        f"cannot download {name} from {host}: {reason} "
        f"({kept // MEGABYTE} of {size // MEGABYTE} MB are here)",
        remedy="check the network and run the command again; it continues where it stopped",
    )


def _in_words(error: requests.RequestException) -> str:
    """The kind of error; never its text, which may hold the address with its password."""
    kinds: tuple[tuple[type[Exception], str], ...] = (
        (requests.exceptions.SSLError, "its certificate is not trusted"),
        (requests.exceptions.ProxyError, "the proxy does not let it through"),
        (requests.exceptions.Timeout, "no answer in time"),
        (requests.exceptions.ChunkedEncodingError, "it broke off"),
        (requests.exceptions.ConnectionError, "no connection"),
    )
    return next((words for kind, words in kinds if isinstance(error, kind)), type(error).__name__)


def _continue(url: str, part: Path, size: int, name: str, report: Report) -> bool:
    """Makes one request for what is missing; returns whether the file has its full size now."""
    from maven_artifact import Requestor

    done = part.stat().st_size if part.exists() else 0
    if done > size:
        part.unlink()
        done = 0
    if done == size:
        return True
    headers = {"User-Agent": Requestor().user_agent, "Accept-Encoding": "identity"}
    if done:
        headers["Range"] = f"bytes={done}-"
    with requests.get(url, headers=headers, stream=True, timeout=_CONNECT_AND_READ_TIMEOUT) as answer:
        answer.raise_for_status()
        partial = answer.status_code == requests.codes.partial_content
        done = done if partial else 0
        with part.open("ab" if partial else "wb") as file:
            for chunk in answer.iter_content(_CHUNK):
                file.write(chunk)
                done += len(chunk)
                report(Progress("download", name, done=done, total=size))
    return done >= size
