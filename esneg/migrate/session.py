"""One process at work on one migration: the journal as it knows it, and the signs of life it gives."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from esneg.clusters import Cluster
from esneg.errors import ClusterError
from esneg.migrate.errors import MigrationHeld
from esneg.migrate.journal import Journal, JournalStore, held_by
from esneg.migrate.options import MigrateOptions, Timing, Voice
from esneg.migrate.owner import this_process
from esneg.migrate.patience import patiently

T = TypeVar("T")


@dataclass
class Session:
    """What every step of a migration works with.

    Attributes:
        still: whether this process has seen the source's last write go through and the block in place.
    """

    cluster: Cluster
    journal: Journal
    options: MigrateOptions
    voice: Voice
    still: bool = False
    _beaten: float = field(default_factory=time.monotonic)

    @property
    def _store(self) -> JournalStore:
        return JournalStore(self.cluster, self.journal.target)

    def patiently(self, what: str, action: Callable[[], T]) -> T:
        """Waits out what may pass. ``action`` must do no harm when it is repeated."""
        timing = self.options.timing
        return patiently(action, seconds=timing.patience, what=what, note=self.voice.note)

    def save(self, **changed: Any) -> None:
        """Writes changes to the journal."""
        journal = replace(self.journal, **changed)
        self.patiently("writing the journal", lambda: self._store.write(journal))
        self.journal = journal
        self._beaten = time.monotonic()

    def beat(self, **changed: Any) -> None:
        """Gives a sign of life when one is due; ``changed`` goes into the journal along with it."""
        if time.monotonic() - self._beaten < self.options.timing.heartbeat:
            return
        owner = self.journal.owner
        self.save(owner=replace(owner, beat=owner.beat + 1) if owner else None, **changed)


@contextmanager
def holding(cluster: Cluster, journal: Journal, options: MigrateOptions, voice: Voice) -> Iterator[Session]:
    """Takes hold of a migration for the length of the block.

    Args:
        journal: as it was found; its owner only when that is this process.

    Raises:
        MigrationHeld: another process is at work on it.
    """
    session = Session(cluster, claim(cluster, journal, options.timing, voice), options, voice)
    try:
        yield session
    except MigrationHeld:
        raise  # It is another's now.
    except BaseException:
        # The next run would find out by itself that nobody is at work; this spares it the wait.
        with suppress(ClusterError, MigrationHeld):
            session._store.write(replace(session.journal, owner=None))
        raise
    else:
        with suppress(ClusterError, MigrationHeld):
            session._store.write(replace(session.journal, owner=None))


def claim(cluster: Cluster, journal: Journal, timing: Timing, voice: Voice) -> Journal:
    """Writes this process into the journal, when nobody else is at work.

    Args:
        journal: see `holding`.

    Raises:
        MigrationHeld: somebody is.
    """
    store = JournalStore(cluster, journal.target)

    def read() -> Journal:
        return patiently(store.read, seconds=timing.patience, what="reading the journal", note=voice.note)

    found = read()
    if found.owner is not None and journal.owner is not None and found.owner.id == journal.owner.id:
        return found
    if found.owner is not None and not found.owner.is_surely_gone:
        voice.note(f"{found.owner.who} was at work on this; looking for signs of life for {timing.stale:g} s")
        until = time.monotonic() + timing.stale
        while time.monotonic() < until:
            time.sleep(min(timing.poll, timing.stale))
            now = read()
            if now.owner is None:
                break
            if now.owner != found.owner:
                raise held_by(now, now.owner)
        found = read()
    mine = replace(found, owner=this_process())
    patiently(
        lambda: store.write(mine, claiming=True),
        seconds=timing.patience,
        what="writing the journal",
        note=voice.note,
    )
    time.sleep(timing.settle)
    now = read()
    if now.owner is None or mine.owner is None or now.owner.id != mine.owner.id:
        raise held_by(now, now.owner or this_process())
    return now
