"""Waits for a cluster that does not answer, or refuses load, instead of giving up at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from esneg.clusters.retry import RETRIED_STATUSES, delay
from esneg.errors import ClusterError, RequestFailed, Unreachable
from esneg.migrate.errors import GO_ON, MigrationInterrupted

T = TypeVar("T")

_LATER = 6
"""The attempt from which on `delay` gives its longest waits."""


def passes(error: ClusterError) -> bool:
    """Whether a failure may be over in a while: no answer, too much load, shards that are not there yet."""
    if isinstance(error, RequestFailed):
        return error.status in RETRIED_STATUSES or is_full_disk(error)
    return isinstance(error, Unreachable)


def is_full_disk(error: ClusterError) -> bool:
    """Whether the engine has closed an index because its disk is full (flood-stage watermark).

    Both engines open it again by themselves when there is room.
    """
    return (
        isinstance(error, RequestFailed)
        and error.type == "cluster_block_exception"
        and ("read-only-allow-delete" in error.reason or "read-only / allow delete" in error.reason)
    )


def patiently(
    action: Callable[[], T], *, seconds: float, what: str, note: Callable[[str], None] = lambda line: None
) -> T:
    """Calls ``action`` until it succeeds, fails for good, or has failed for too long.

    Args:
        action: can be repeated without harm.
        seconds: how long it may go on failing.
        what: is being done, for messages.
        note: told once that it waits, and once that it goes on.

    Raises:
        MigrationInterrupted: it failed for too long.
        ClusterError: it failed in a way that waiting does not cure.
    """
    failing_since: float | None = None
    attempt = 1
    while True:
        try:
            result = action()
        except ClusterError as error:
            if not passes(error):
                raise
            now = time.monotonic()
            if failing_since is None:
                failing_since = now
                note(f"{what}: {_in_words(error)}; trying again for {seconds:g} s")
            if now - failing_since >= seconds:
                raise MigrationInterrupted(
                    f"{what}: {_in_words(error)}; gave up after {seconds:g} s", remedy=GO_ON
                ) from error
            time.sleep(delay(min(attempt, _LATER)))
            attempt += 1
            continue
        if failing_since is not None:
            note(f"{what}: goes on after {time.monotonic() - failing_since:.0f} s")
        return result


def _in_words(error: ClusterError) -> str:
    if is_full_disk(error):
        return "the disk is full, and the engine has made the index read-only until there is room"
    return error.message
