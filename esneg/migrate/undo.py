"""Undoes a migration: before the switch by taking the target away, after it by moving the aliases back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound
from esneg.migrate import copy_engine, documents, find
from esneg.migrate.aliases import added, aliases_of, removed
from esneg.migrate.backing import swap_backing
from esneg.migrate.clone import is_clone_of
from esneg.migrate.errors import MigrationRefused
from esneg.migrate.journal import FINAL, Journal
from esneg.migrate.options import MigrateOptions, Voice
from esneg.migrate.session import Session, holding
from esneg.migrate.source import allow_writes, put_settings
from esneg.migrate.subject import uuid_of
from esneg.migrate.switch import is_switched


def rollback(
    cluster: Cluster,
    asked: str,
    *,
    leave_new_writes: bool = False,
    options: MigrateOptions | None = None,
    voice: Voice | None = None,
) -> Journal:
    """Undoes the migration of an index.

    Args:
        asked: the name that was migrated.
        leave_new_writes: swap back even when the target was written to since the switch; those writes stay in
            the target and are not in the index that serves then.

    Returns:
        The journal as it was last: phase "undone" with the target kept, or an unfinished phase with it deleted.

    Raises:
        MigrationRefused: there is nothing to undo, or there are new writes.
        MigrationHeld: somebody is at work on it.
    """
    options, voice = options or MigrateOptions(), voice or Voice()
    journal = find.unfinished(cluster, asked) or find.last(cluster, asked) or find.half_undone(cluster, asked)
    if journal is None or journal.phase == "undone":
        raise MigrationRefused(f"there is no migration of {asked} to roll back", remedy="nothing was changed")
    if journal.phase not in FINAL:
        # A full disk would have the engine refuse the claim as well; the half-full target is about to go.
        with suppress(NotFound):
            put_settings(cluster, journal.target, {"blocks.read_only_allow_delete": None})
    with holding(cluster, replace(journal, owner=None), options, voice) as session:
        if is_switched(cluster, session.journal):
            _swap_back(session, leave_new_writes=leave_new_writes)
            _write_down(session)
        elif session.journal.phase == "done":
            _write_down(session)
        else:
            _abandon(session)
        return session.journal


def _abandon(session: Session) -> None:
    """Before the switch: the source is whole and serves."""
    journal = session.journal
    session.patiently("ending the copy", lambda: copy_engine.cancel(session))
    if journal.kind == "index" and _made_here(session, journal.kept):
        session.patiently("deleting the clone", lambda: _delete_clone(session))
    allow_writes(session)
    session.delete_target()
    session.voice.note(f"{journal.target} is deleted; {journal.source} is as it was")


def _delete_clone(session: Session) -> None:
    kept = session.journal.kept
    if uuid_of(session.cluster, kept) is not None:
        session.hold.act([{"remove_index": {"index": kept}}])


def _made_here(session: Session, clone: str) -> bool:
    there = uuid_of(session.cluster, clone)
    if there is None:
        return False
    return there == session.journal.kept_uuid or is_clone_of(session, clone)


def _swap_back(session: Session, *, leave_new_writes: bool) -> None:
    cluster, journal = session.cluster, session.journal
    if uuid_of(cluster, journal.kept) is None:
        raise MigrationRefused(
            f"{journal.kept} is gone: there is nothing to go back to", remedy="nothing was changed"
        )
    # Blocked first, so that no write is acknowledged into an index that no longer serves.
    session.patiently(
        "blocking writes", lambda: cluster.request("PUT", f"/{index_path(session.hold.path)}/_block/write")
    )
    now = session.patiently("counting", lambda: documents.positions(cluster, journal.target, last=True))
    new = sum(max(0, end - journal.written.get(shard, end)) for shard, end in now.items())
    if new and not leave_new_writes:
        session.patiently(
            "unblocking writes", lambda: put_settings(cluster, session.hold.path, {"blocks.write": None})
        )
        raise MigrationRefused(
            f"{new:,} operations were written to {journal.target} since the switch; {journal.kept} has none of them",
            remedy=f"nothing was changed; to go back without them (they stay in {journal.target}), add --yes",
        )
    before = {"blocks.write": journal.was_blocked, "hidden": journal.was_hidden}
    # Writable before the aliases lead there: a write in between would be refused.
    session.patiently("unblocking the source", lambda: put_settings(cluster, journal.kept, before))
    session.patiently("moving the name", lambda: _move(session))


def _write_down(session: Session) -> None:
    cluster, journal = session.cluster, session.journal
    session.patiently(
        "hiding the target", lambda: put_settings(cluster, session.hold.path, {"hidden": "true"})
    )
    session.save(phase="undone", blocked=False)
    session.voice.note(
        f"{journal.asked} leads to {journal.kept} again; {journal.target} is kept, and takes no writes"
    )


def _move(session: Session) -> None:
    cluster, journal = session.cluster, session.journal
    if journal.stream is not None:
        if is_switched(cluster, journal):
            swap_backing(cluster, journal.stream, out=journal.target, into=journal.kept)
        return
    aliases = aliases_of(cluster, journal.target)
    if aliases:  # They are gone when the answer to a first attempt was lost.
        session.hold.act(removed(journal.target, aliases) + added(journal.kept, aliases))


def delete_source(cluster: Cluster, asked: str, *, voice: Voice | None = None) -> str:
    """Deletes the index that a finished migration has kept; returns its name.

    Raises:
        MigrationRefused: no finished migration, the kept index is gone or another one, or an alias leads to it.
    """
    voice = voice or Voice()
    journal = find.last(cluster, asked)
    if journal is None or journal.phase != "done":
        raise MigrationRefused(
            f"{asked} is no index that a finished migration made", remedy="nothing was deleted"
        )
    kept = journal.kept
    expected = journal.kept_uuid if journal.kind == "index" else journal.source_uuid
    found = uuid_of(cluster, kept)
    if found is None:
        raise MigrationRefused(f"{kept} is gone already", remedy="there is nothing to delete")
    if found != expected:
        raise MigrationRefused(
            f"{kept} is not the index that was migrated, but another one of that name",
            remedy="nothing was deleted",
        )
    if aliases := aliases_of(cluster, kept):
        raise MigrationRefused(
            f"{kept} still has the aliases {', '.join(sorted(aliases))}", remedy="nothing was deleted"
        )
    with suppress(NotFound):
        cluster.delete_index(kept)
    voice.note(f"{kept} is deleted; {journal.target} can no longer be rolled back")
    return kept
