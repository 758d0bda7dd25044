"""Why a cluster gave no answer, and what to do about it: one line each."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from typing import TypeVar
from urllib.parse import urlsplit

from esneg.clusters.failures import NoAnswer
from esneg.errors import ClusterError, Unreachable

_E = TypeVar("_E", bound=BaseException)

_NOT_TLS = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST", "PACKET_LENGTH_TOO_LONG")
"""What OpenSSL calls an answer that is not TLS (`ssl.SSLError.reason`); the name depends on its version."""


def diagnosed(failure: NoAnswer, *, url: str, timeout: float) -> ClusterError:
    """The error for a request without an answer.

    Args:
        failure: what the client met.
        url: an address of the cluster.
        timeout: the seconds that the request was given.
    """
    chain = list(_chain(failure.cause))
    certificate = _first(chain, ssl.SSLCertVerificationError)
    if certificate is not None:
        return _bad_certificate(url, certificate)
    tls = _first(chain, ssl.SSLError)
    if tls is not None:
        if any(name in (tls.reason or "") for name in _NOT_TLS):
            return Unreachable(
                f"{url} does not speak https", remedy=f"if it is a cluster without TLS, write http{url[5:]}"
            )
        return Unreachable(
            f"{url}: TLS failed: {tls.reason or tls}", remedy="check the cluster's TLS settings"
        )
    if _first(chain, socket.gaierror) is not None:
        return Unreachable(f"no host is called {urlsplit(url).hostname}", remedy="check the address (--url)")
    if failure.kind == "timed out" or _first(chain, TimeoutError) is not None:
        return Unreachable(
            f"{url} gave no answer within {timeout:g} s",
            remedy="check that the address is right and no firewall is in between, or allow more with --timeout",
        )
    if _first(chain, ConnectionRefusedError) is not None:
        return Unreachable(
            f"nothing listens at {url}",
            remedy="start the cluster, or check host and port of the address (--url)",
        )
    if failure.kind == "unreadable":
        return not_a_cluster(url)
    if failure.kind == "broken off" and url.startswith("http:") and _speaks_tls(url):
        return Unreachable(f"{url} speaks https", remedy=f"write https{url[4:]}")
    return Unreachable(
        f"{url}: {_last_words(chain)}", remedy="check the address (--url) and the cluster's log"
    )


def not_a_cluster(url: str) -> ClusterError:
    """The error for a server that answers, but is neither Elasticsearch nor OpenSearch."""
    return Unreachable(
        f"{url} answers, but is neither Elasticsearch nor OpenSearch",
        remedy="check host, port and path of the address (--url); the usual port is 9200",
    )


def _bad_certificate(url: str, error: ssl.SSLCertVerificationError) -> ClusterError:
    reason = error.verify_message or str(error.reason)
    if "ostname" in reason or "IP address" in reason:
        remedy = "use the name that the certificate was made for"
    elif "expired" in reason or "not yet valid" in reason:
        remedy = "renew the cluster's certificate, or check this machine's clock"
    else:
        remedy = "give --ca-certs the PEM file of the authority that signed it, or --insecure not to check it at all"
    return Unreachable(f"{url} has a certificate that cannot be trusted: {reason.rstrip('.')}", remedy=remedy)


def _speaks_tls(url: str) -> bool:
    """Whether a server that does not answer HTTP completes a TLS handshake. Sends no credentials."""
    parts = urlsplit(url)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with (
            socket.create_connection((parts.hostname or "", parts.port or 80), timeout=3) as plain,
            context.wrap_socket(plain, server_hostname=parts.hostname),
        ):
            return True
    except OSError:
        return False


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception and all that caused it; the libraries keep causes in ``reason`` and ``args`` as well."""
    seen: set[int] = set()
    waiting: list[BaseException] = [error]
    while waiting:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        around = (current.__cause__, current.__context__, getattr(current, "reason", None), *current.args)
        waiting += [each for each in around if isinstance(each, BaseException)]


def _first(chain: list[BaseException], kind: type[_E]) -> _E | None:
    return next((each for each in chain if isinstance(each, kind)), None)


def _last_words(chain: list[BaseException]) -> str:
    words = next((str(each) for each in reversed(chain) if str(each)), type(chain[0]).__name__)
    return " ".join(words.split())
