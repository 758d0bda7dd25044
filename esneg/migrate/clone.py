"""Keeps a real index under another name, so that an alias can take over its own."""

from __future__ import annotations

import time

from esneg.clusters.base import index_path
from esneg.migrate import documents
from esneg.migrate.errors import GO_ON, MigrationInterrupted, MigrationRefused, VerificationFailed
from esneg.migrate.session import Session
from esneg.migrate.subject import uuid_of

_IDLE_LOOKS = 3
"""Looks that find nothing under way, after which a replica counts as one that no node can take."""


def keep_source(session: Session) -> None:
    """Clones the source (its files are linked and not copied) and checks the clone.

    Raises:
        VerificationFailed: the clone has not all documents.
        MigrationRefused: an index of that name appeared meanwhile.
    """
    cluster, journal = session.cluster, session.journal
    session.patiently(f"cloning {journal.source}", lambda: _clone(session))
    wait_until_served(session, journal.kept)
    session.patiently("refreshing the clone", lambda: documents.refresh(cluster, journal.kept))
    here = session.patiently("counting", lambda: documents.count(cluster, journal.source))
    there = session.patiently("counting", lambda: documents.count(cluster, journal.kept))
    if here != there:
        raise VerificationFailed(
            f"the clone {journal.kept} has {there:,} documents, {journal.source} has {here:,}; nothing was switched",
            remedy="undo with --rollback",
        )
    session.save(kept_uuid=uuid_of(cluster, journal.kept))
    session.voice.note(f"{journal.source} is kept as {journal.kept}")


def _clone(session: Session) -> None:
    cluster, journal = session.cluster, session.journal
    if uuid_of(cluster, journal.kept) is None:
        path = f"/{index_path(journal.source)}/_clone/{index_path(journal.kept)}"
        # Hidden, so that a wildcard search finds the documents once.
        settings = {"index.hidden": True, "index.blocks.write": True, **_replicas(session)}
        cluster.request("POST", path, body={"settings": settings})
    elif not is_clone_of(session, journal.kept):
        raise MigrationRefused(
            f"there is an index {journal.kept}, and it is no clone of {journal.source}",
            remedy="rename or delete it, then run the same command again",
        )


def _replicas(session: Session) -> dict[str, str]:
    source = session.journal.source
    answer = session.cluster.request(
        "GET", f"/{index_path(source)}/_settings", params={"flat_settings": True}
    )
    names = ("index.number_of_replicas", "index.auto_expand_replicas")
    return {name: value for name, value in answer[source]["settings"].items() if name in names}


def is_clone_of(session: Session, index: str) -> bool:
    """Whether an index was cloned from the source.

    Elasticsearch forgets where a clone came from once it is complete; a write block, the hidden flag and the
    journal's phase are then what tells it.
    """
    answer = session.cluster.request("GET", f"/{index_path(index)}/_settings", params={"flat_settings": True})
    settings = answer[index]["settings"]
    came_from = settings.get("index.resize.source.uuid")
    if came_from is not None:
        return bool(came_from == session.journal.source_uuid)
    marked = settings.get("index.hidden") == "true" and settings.get("index.blocks.write") == "true"
    return marked and session.journal.phase == "cloning"


def wait_until_served(session: Session, index: str) -> None:
    """Waits until all of an index's shards are at work; replicas for which there is no node do not count."""
    timing = session.options.timing
    began = time.monotonic()
    idle = 0
    while True:
        health = session.patiently(
            f"waiting for {index}",
            lambda: session.cluster.request("GET", f"/_cluster/health/{index_path(index)}"),
        )
        if health["status"] == "green":
            return
        busy = health["status"] == "red" or health["initializing_shards"] or health["relocating_shards"]
        idle = 0 if busy else idle + 1
        if idle == _IDLE_LOOKS:
            session.voice.note(f"{index}: {health['unassigned_shards']} replicas have no node to be on")
            return
        if health["status"] == "red" and time.monotonic() - began > timing.patience:
            raise MigrationInterrupted(
                f"{index} has shards that are not there after {timing.patience:g} s", remedy=GO_ON
            )
        session.voice.progress(f"waiting for the shards of {index}", health["active_shards"], 0)
        session.beat()
        time.sleep(timing.poll)
