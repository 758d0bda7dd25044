"""Which failed requests are sent again, and after how long.

The client libraries' own retries are switched off: neither backs off with jitter, and they differ in the
statuses they retry.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from esneg.clusters.failures import HttpFailure, NoAnswer

ATTEMPTS = 4
"""The first one counted."""

FIRST_DELAY = 0.25
LONGEST_DELAY = 4.0
"""Seconds."""

RETRIED_STATUSES = frozenset({429, 502, 503, 504})

_READING_ENDPOINTS = frozenset(
    {
        "_analyze",
        "_count",
        "_explain",
        "_field_caps",
        "_mget",
        "_msearch",
        "_mtermvectors",
        "_search",
        "_termvectors",
    }
)

T = TypeVar("T")


def only_reads(method: str, path: str) -> bool:
    """Whether the request changes nothing, so that sending it twice does no harm."""
    if method in ("GET", "HEAD"):
        return True
    segments = path.split("/")
    return method == "POST" and (
        not _READING_ENDPOINTS.isdisjoint(segments) or path.endswith("/_validate/query")
    )


def may_retry(failure: HttpFailure | NoAnswer, *, reads: bool) -> bool:
    """Whether to send a request again.

    A write is repeated only when the cluster surely did not begin it: it refused the load (429), or no
    connection came about. A time-out is never repeated: the next one would take as long.
    """
    if isinstance(failure, NoAnswer):
        return failure.kind == "not connected" or (reads and failure.kind == "broken off")
    return failure.status == 429 or (reads and failure.status in RETRIED_STATUSES)


def with_retries(send: Callable[[], T], *, reads: bool, nodes: int) -> T:
    """Calls ``send`` until it succeeds, fails for good, or has been tried often enough.

    Args:
        send: sends the request once; raises `HttpFailure` or `NoAnswer`.
        reads: whether the request only reads.
        nodes: how many nodes are known. A node that cannot be connected to is passed over: each other node is
            tried once, without waiting; a lone node that refuses the connection is not asked again.
    """
    attempt = 1
    while True:
        try:
            return send()
        except (HttpFailure, NoAnswer) as failure:
            unconnected = isinstance(failure, NoAnswer) and failure.kind == "not connected"
            limit = nodes if unconnected else ATTEMPTS
            if attempt >= limit or not may_retry(failure, reads=reads):
                raise
            if not unconnected:
                time.sleep(delay(attempt))
            attempt += 1


def delay(attempt: int, longest: float = LONGEST_DELAY) -> float:
    """Seconds to wait after the attempt with this number: exponential up to a longest, with full jitter.

    Full jitter: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
    """
    return random.uniform(0, min(longest, FIRST_DELAY * 2 ** (attempt - 1)))
