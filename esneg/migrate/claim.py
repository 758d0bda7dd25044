"""Takes hold of a migration, when nobody else is at work on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from esneg.clusters import Cluster
from esneg.errors import NotFound
from esneg.migrate.backing import backing_indices
from esneg.migrate.errors import MigrationHeld
from esneg.migrate.hold import Hold, holders_of
from esneg.migrate.journal import Journal, JournalStore, held_by, taken_over
from esneg.migrate.options import Timing, Voice
from esneg.migrate.owner import Owner, this_process
from esneg.migrate.patience import patiently

T = TypeVar("T")

_ANOTHER = "another process"
_LOOKS = 10
"""At a journal that may not name the new holder yet."""
_LOOK_AGAIN = 0.1
"""Seconds between them."""


def claim(cluster: Cluster, journal: Journal, timing: Timing, voice: Voice) -> tuple[Hold, Journal]:
    """Takes hold and writes this process into the journal.

    Args:
        journal: as it was found; its owner only when that is this process, which has created the target.

    Returns:
        The hold, and the journal as it is now.

    Raises:
        MigrationHeld: another process is at work on it.
    """
    return _Claim(cluster, journal, timing, voice).make()


class _Claim:
    def __init__(self, cluster: Cluster, journal: Journal, timing: Timing, voice: Voice) -> None:
        self._cluster, self._journal, self._timing, self._voice = cluster, journal, timing, voice
        self._target = journal.target

    def make(self) -> tuple[Hold, Journal]:
        found = self._read()
        created = self._journal.owner
        if created is not None and found.owner is not None and created.id == found.owner.id:
            hold = Hold(self._cluster, self._target, created.id)
            if self._patiently(hold.is_mine):
                return hold, found
        silent = self._silent(found)
        me = this_process()
        hold = Hold(self._cluster, self._target, me.id, bare=self._is_bare())
        if not hold.bare and not self._patiently(lambda: self._take(hold, silent)):
            raise self._held()
        mine = replace(self._read(), owner=me)
        store = JournalStore(self._cluster, self._target, hold.path)
        try:
            self._patiently(lambda: store.write(mine, claiming=True))
        except NotFound:
            raise self._held() from None
        if hold.bare:
            self._see_that_it_stands(me)
        return hold, mine

    def _take(self, hold: Hold, silent: dict[str, str]) -> bool:
        # Long: who stands in line too and is slow is not dead, and one that dies just there is rare.
        wait = max(self._timing.stale, self._timing.patience)
        return hold.take(silent, named=self._named, wait=wait, poll=self._timing.poll)

    def _silent(self, found: Journal) -> dict[str, str]:
        """Those who hold it and have given no sign of life for long enough; empty when nobody does."""
        there = self._holders()
        if found.owner is None and not there:
            return {}
        if found.owner is not None and found.owner.is_surely_gone and there.keys() <= {found.owner.id}:
            return there
        who, stale = found.owner.who if found.owner else _ANOTHER, self._timing.stale
        self._voice.note(f"{who} was at work on this; looking for signs of life for {stale:g} s")
        until = time.monotonic() + stale
        while time.monotonic() < until:
            time.sleep(min(self._timing.poll, stale))
            now, still = self._read(), self._holders()
            if now.owner is None and not still:
                return {}  # It has let go.
            if (now.owner is not None and now.owner != found.owner) or still.keys() - there.keys():
                raise self._held()
        return there

    def _see_that_it_stands(self, me: Owner) -> None:
        """Behind a data stream: a claim that was written at the same time as another may have been overwritten."""
        time.sleep(self._timing.settle)
        now = self._read()
        if now.owner is None or now.owner.id != me.id:
            raise self._held()

    def _is_bare(self) -> bool:
        stream = self._journal.stream
        return stream is not None and self._target in self._patiently(
            lambda: backing_indices(self._cluster, stream)
        )

    def _held(self) -> MigrationHeld:
        """Names the one who holds it, once the journal does."""

        def look() -> Owner | None:
            owner, there = self._read().owner, self._holders()
            return owner if owner is not None and (owner.id in there or not there) else None

        owner = _in_time(look)
        return held_by(self._read(), owner.who if owner else _ANOTHER)

    def _named(self) -> str | None:
        owner = JournalStore(self._cluster, self._target).read().owner
        return owner.id if owner else None

    def _holders(self) -> dict[str, str]:
        return self._patiently(lambda: holders_of(self._cluster, self._target))

    def _read(self) -> Journal:
        return self._patiently(JournalStore(self._cluster, self._target).read)

    def _patiently(self, action: Callable[[], T]) -> T:
        return patiently(
            action, seconds=self._timing.patience, what="claiming the migration", note=self._voice.note
        )


def loss(cluster: Cluster, journal: Journal) -> MigrationHeld:
    """Why a hold is gone: names the one who has it now, once the journal does."""
    store = JournalStore(cluster, journal.target)
    lost = journal.owner.id if journal.owner else None

    def look() -> Owner | None:
        owner = store.read().owner
        return owner if owner is not None and owner.id != lost else None

    try:
        owner = _in_time(look)
    except NotFound:
        return MigrationHeld(
            f"{journal.target} is gone: the migration was undone by {_ANOTHER}",
            remedy="nothing is left to do",
        )
    return taken_over(journal.target, owner.who if owner else _ANOTHER)


def _in_time(look: Callable[[], Owner | None]) -> Owner | None:
    """Looks until somebody is named, for a while: who takes hold writes its name a moment later."""
    for _ in range(_LOOKS):
        if (owner := look()) is not None:
            return owner
        time.sleep(_LOOK_AGAIN)
    return None
