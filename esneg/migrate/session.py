"""One process at work on one migration: the journal as it knows it, and the signs of life it gives."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from esneg.clusters import Cluster
from esneg.errors import ClusterError, NotFound
from esneg.migrate.claim import claim, loss
from esneg.migrate.errors import MigrationHeld, MigrationInterrupted
from esneg.migrate.hold import Hold
from esneg.migrate.journal import Journal, JournalStore
from esneg.migrate.options import MigrateOptions, Voice
from esneg.migrate.patience import patiently

T = TypeVar("T")


@dataclass
class Session:
    """What every step of a migration works with.

    Attributes:
        hold: what lets this process act on the target.
        still: whether this process has seen the source's last write go through and the block in place.
    """

    cluster: Cluster
    journal: Journal
    options: MigrateOptions
    voice: Voice
    hold: Hold
    still: bool = False
    _beaten: float = field(default_factory=time.monotonic)

    @property
    def _store(self) -> JournalStore:
        return JournalStore(self.cluster, self.journal.target, self.hold.path)

    def patiently(self, what: str, action: Callable[[], T]) -> T:
        """Waits out what may pass. ``action`` must do no harm when it is repeated.

        Raises:
            MigrationHeld: something was not found, because another process has taken the migration over.
        """
        try:
            return self._patiently(what, action)
        except NotFound as error:
            if self._patiently(what, self.hold.is_mine):
                raise
            raise loss(self.cluster, self.journal) from error

    def _patiently(self, what: str, action: Callable[[], T]) -> T:
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

    def delete_target(self) -> None:
        """Deletes the target, unless another process has taken the migration over."""
        journal = self.journal
        source = journal.source if journal.stream is None else None
        self.patiently(f"deleting {journal.target}", lambda: self.hold.delete_target(source))

    def let_go(self) -> None:
        """Says in the journal that nobody is at work, and gives the hold up."""
        with suppress(NotFound):
            # None where the target has been deleted, and where another has taken over.
            self._store.write(replace(self.journal, owner=None))
        self.hold.release()


@contextmanager
def holding(cluster: Cluster, journal: Journal, options: MigrateOptions, voice: Voice) -> Iterator[Session]:
    """Takes hold of a migration for the length of the block.

    Args:
        journal: as it was found; its owner only when that is this process.

    Raises:
        MigrationHeld: another process is at work on it.
    """
    hold, found = claim(cluster, journal, options.timing, voice)
    session = Session(cluster, found, options, voice, hold)
    try:
        yield session
    except MigrationHeld:
        raise  # It is another's now.
    except BaseException:
        # The next run would find out by itself that nobody is at work; this spares it the wait.
        with suppress(ClusterError, MigrationHeld):
            session.let_go()
        raise
    else:
        with suppress(ClusterError, MigrationHeld, MigrationInterrupted):
            session.patiently("letting go", session.let_go)
