"""Copies through this process: for engines without ``_reindex``, and for what changed since a first copy."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from esneg.clusters import Cluster
from esneg.migrate import bulk, documents
from esneg.migrate.documents import NOTHING, Document
from esneg.migrate.errors import RefusedDocument
from esneg.migrate.rate import Limit, Meter
from esneg.migrate.session import Session

T = TypeVar("T")

_MOST_WORKERS = 4
"""At a time, unless --slices says otherwise."""


@dataclass
class _Walk:
    """What the threads of one copy share."""

    session: Session
    page: int
    limit: Limit
    exclude_vectors: bool | None
    stop: threading.Event = field(default_factory=threading.Event)
    safe: dict[str, int] = field(default_factory=dict)
    refused: list[RefusedDocument] = field(default_factory=list)
    done: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def patiently(self, what: str, action: Callable[[], T]) -> T:
        """As `Session.patiently`, and no longer than the others are at work."""

        def attempt() -> T:
            if self.stop.is_set():
                raise _Stopped
            return action()

        return self.session.patiently(what, attempt)


def copy_documents(
    session: Session, start: Mapping[str, int], up_to: Mapping[str, int], *, page: int, total: int
) -> list[RefusedDocument]:
    """Copies what lies between two positions of the source; returns what the target refuses.

    The journal follows: on the next run the copy goes on where this one stood, or at the first document refused.

    Args:
        start: shard -> position to begin behind; a shard that is not named begins at its first operation.
        up_to: shard -> position to end at.
        page: documents to read at a time.
        total: documents to expect, for the progress.
    """
    walk = _Walk(session, page, Limit(session.options.requests_per_second), _exclude_vectors(session.cluster))
    walk.safe = {shard: start.get(shard, NOTHING) for shard in up_to}
    meter = Meter(session.voice, "copying", total)
    workers = session.options.slices or min(_MOST_WORKERS, len(up_to)) or 1
    with ThreadPoolExecutor(max_workers=workers) as pool:
        running = {pool.submit(_copy_shard, walk, shard, end) for shard, end in up_to.items()}
        try:
            while running:
                finished, running = wait(
                    running, timeout=session.options.timing.poll, return_when=FIRST_EXCEPTION
                )
                for each in finished:
                    each.result()
                meter.tell(walk.done)
                session.beat(positions=dict(walk.safe))
        finally:
            walk.stop.set()
    session.save(positions=dict(walk.safe))
    return walk.refused


class _Stopped(Exception):
    """Another thread has failed, or the user has had enough."""


def _copy_shard(walk: _Walk, shard: str, end: int) -> None:
    with suppress(_Stopped):
        _copy_shard_unless_stopped(walk, shard, end)


def _copy_shard_unless_stopped(walk: _Walk, shard: str, end: int) -> None:
    session, cluster = walk.session, walk.session.cluster
    source, target = session.journal.source, session.hold.path

    def fetch(after: int, up_to: int) -> list[Document]:
        return walk.patiently(
            f"reading {source}",
            lambda: documents.page(
                cluster,
                source,
                shard,
                after=after,
                up_to=up_to,
                size=walk.page,
                exclude_vectors=walk.exclude_vectors,
            ),
        )

    clean = True
    for found, position in documents.walk(fetch, walk.safe[shard], end, walk.page):
        refused = walk.patiently(
            f"writing {session.journal.target}", partial(bulk.write, cluster, target, found)
        )
        clean = clean and not refused
        with walk.lock:
            walk.refused += refused
            walk.done += len(found)
            if clean:
                walk.safe[shard] = position
        walk.limit.wait(len(found), walk.stop)


def _exclude_vectors(cluster: Cluster) -> bool | None:
    """False where Elasticsearch (9.2 and later) would leave vectors out of the source that a search shows."""
    if cluster.info.engine != "elasticsearch" or cluster.info.version_tuple < (9, 2):
        return None
    return False
