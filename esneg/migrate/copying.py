"""The whole copy: once in bulk, then again what has changed since, and the last of it with writes blocked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from esneg.clusters import Cluster
from esneg.migrate import bulk, copy_engine, documents
from esneg.migrate.copy_client import copy_documents
from esneg.migrate.documents import NOTHING, Document
from esneg.migrate.errors import DocumentsRefused, RefusedDocument
from esneg.migrate.session import Session
from esneg.migrate.source import block_writes
from esneg.migrate.space import measure

SMALL = 1000
"""Operations that are left for the last pass, during which writes are blocked."""

_MOST_PASSES = 10
"""After this many, writes come in faster than they are copied: only the block ends it."""


def copy_all(session: Session) -> None:
    """Copies every document of the source and takes out what was deleted meanwhile; ends with writes blocked.

    Raises:
        DocumentsRefused: the target does not take some of them.
        MigrationInterrupted: the cluster was away, or full, for too long.
    """
    cluster, source = session.cluster, session.journal.source
    space = session.patiently(f"measuring {source}", lambda: measure(cluster, source, replicas=0))
    most = session.patiently(f"measuring {source}", lambda: documents.most_hits(cluster, source))
    page = min(space.page, most)
    if not session.journal.catch_up and not session.journal.copied:
        block_writes(session)
    if not session.journal.copied:
        _copy_in_bulk(session, page=page, total=space.documents)
    if session.journal.catch_up and not session.journal.blocked:
        _catch_up(session, page=page)
    block_writes(session)
    _pass(session, _visible(session, last=True), page=page)
    _take_out_deleted(session, page=page)


def _copy_in_bulk(session: Session, *, page: int, total: int) -> None:
    start = _visible(session, last=False)
    abilities = session.patiently("asking for abilities", session.cluster.capabilities)
    if abilities.reindex:
        if not session.journal.positions:
            # What changes from here on is found by its sequence number, whatever the engine's copy saw of it.
            session.save(positions=start)
        if not copy_engine.reindex(session, page=page, total=total):
            _refuse(session, _all_refused(session, page=page, total=total))
    else:
        _pass(session, start, page=page, total=total)
    session.save(copied=True)


def _catch_up(session: Session, *, page: int) -> None:
    for number in range(1, _MOST_PASSES + 1):
        now = _visible(session, last=False)
        left = _operations(session.journal.positions, now)
        if left <= SMALL:
            return
        session.voice.note(f"catching up, pass {number}: {left:,} operations since the last one")
        _pass(session, now, page=page)
    session.voice.note("writes come in faster than they are copied: blocking them now")


def _pass(session: Session, up_to: Mapping[str, int], *, page: int, total: int | None = None) -> None:
    start = session.journal.positions
    expected = _operations(start, up_to) if total is None else total
    if not _operations(start, up_to):
        return
    _refuse(session, copy_documents(session, start, up_to, page=page, total=expected))


def _operations(start: Mapping[str, int], end: Mapping[str, int]) -> int:
    return sum(max(0, position - start.get(shard, NOTHING)) for shard, position in end.items())


def _visible(session: Session, *, last: bool) -> dict[str, int]:
    """The source's position, with all up to it visible to searches."""
    cluster, source = session.cluster, session.journal.source

    def look() -> dict[str, int]:
        found = documents.positions(cluster, source, last=last)
        documents.refresh(cluster, source)
        return found

    return session.patiently(f"asking {source} for its position", look)


def _all_refused(session: Session, *, page: int, total: int) -> list[RefusedDocument]:
    """Every document that the target refuses: the engine itself stops at the first batch that has one."""
    session.voice.note("the target refuses documents; looking for all of them")
    before = session.journal.positions
    try:
        return copy_documents(session, {}, _visible(session, last=False), page=page, total=total)
    finally:
        session.save(positions=before)


def _refuse(session: Session, refused: list[RefusedDocument]) -> None:
    if refused:
        raise DocumentsRefused(session.journal.source, session.journal.target, refused)


def _take_out_deleted(session: Session, *, page: int) -> None:
    """Deletes from the target what is no longer in the source.

    All that is in the source is in the target by now, so equal counts mean that there is nothing to delete.
    """
    cluster, journal = session.cluster, session.journal
    surplus = session.patiently("counting", lambda: _surplus(cluster, journal.source, journal.target))
    if surplus <= 0:
        return
    session.voice.note(
        f"{surplus:,} documents were deleted during the copy: taking them out of {journal.target}"
    )
    ends = session.patiently("counting", lambda: documents.positions(cluster, journal.target, last=True))
    for shard, end in ends.items():
        for found, _ in documents.walk(partial(_ids, session, shard, page), NOTHING, end, page):
            session.patiently(
                "deleting", partial(_delete_missing, cluster, journal.source, session.hold.path, found)
            )
            session.beat()


def _ids(session: Session, shard: str, size: int, after: int, up_to: int) -> list[Document]:
    return session.patiently(
        f"reading {session.journal.target}",
        lambda: documents.page(
            session.cluster,
            session.journal.target,
            shard,
            after=after,
            up_to=up_to,
            size=size,
            with_source=False,
        ),
    )


def _delete_missing(cluster: Cluster, source: str, target: str, found: list[Document]) -> None:
    there = documents.get(cluster, source, found, with_source=False)
    bulk.delete(cluster, target, [each for each in found if (each.id, each.routing) not in there])


def _surplus(cluster: Cluster, source: str, target: str) -> int:
    documents.refresh(cluster, target)
    return documents.count(cluster, target) - documents.count(cluster, source)
