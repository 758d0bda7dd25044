"""The switch: one atomic request after which the aliases lead to the target."""

from __future__ import annotations

from typing import Any

from esneg.clusters import Cluster
from esneg.errors import RequestFailed
from esneg.migrate import documents
from esneg.migrate.aliases import added, aliases_of, removed
from esneg.migrate.backing import backing_indices, swap_backing
from esneg.migrate.errors import VerificationFailed
from esneg.migrate.hold import Hold
from esneg.migrate.journal import Journal
from esneg.migrate.session import Session
from esneg.migrate.source import put_settings
from esneg.migrate.subject import exists, uuid_of


def is_switched(cluster: Cluster, journal: Journal) -> bool:
    """Whether the target serves under the name that was asked for."""
    if journal.stream is not None:
        return journal.target in backing_indices(cluster, journal.stream)
    return journal.asked in aliases_of(cluster, journal.target)


def switch(session: Session) -> None:
    """Moves every alias of the source to the target; a real index gives its name up in the same step.

    Raises:
        VerificationFailed: the aliases do not stand as they should afterwards.
    """
    journal = session.journal
    session.patiently("looking at the source", lambda: _refuse_new_writes(session.cluster, journal))
    if not journal.written:
        last = session.patiently(
            "reading the position", lambda: documents.positions(session.cluster, journal.target, last=True)
        )
        session.save(written=last)
    session.patiently(
        "moving the aliases", lambda: _switch_once(session.cluster, session.journal, session.hold)
    )
    session.voice.note(f"{journal.asked} leads to {journal.target} now")


def tidy_up(session: Session) -> None:
    """After the switch, wildcard searches find the target and no longer the old index."""
    journal = session.journal
    session.patiently(
        "showing the target",
        lambda: put_settings(session.cluster, session.hold.path, {"hidden": journal.hidden}),
    )
    session.patiently(
        "hiding the source", lambda: put_settings(session.cluster, journal.kept, {"hidden": "true"})
    )


def _refuse_new_writes(cluster: Cluster, journal: Journal) -> None:
    """The block has kept the source as it was copied, unless somebody took it away."""
    if is_switched(cluster, journal):
        return
    ends = documents.positions(cluster, journal.source, last=True)
    new = sum(max(0, end - journal.positions.get(shard, end)) for shard, end in ends.items())
    if new:
        raise VerificationFailed(
            f"{new:,} operations were written to {journal.source} after it was copied: somebody took the block "
            "away; nothing was switched",
            remedy="run the same command again: it copies them",
        )


def _switch_once(cluster: Cluster, journal: Journal, hold: Hold) -> None:
    # When the answer to a first attempt was lost, this one finds that it went through.
    if is_switched(cluster, journal):
        return
    if journal.stream is None:
        hold.act(_actions(cluster, journal))
        return
    # The engine puts no index with an alias behind a stream: should another take over now, its alias is in the way.
    hold.step_aside()
    try:
        swap_backing(cluster, journal.stream, out=journal.source, into=journal.target)
    except RequestFailed:
        hold.step_aside()  # NotFound when it is another's.
        raise
    hold.bare = True


def _actions(cluster: Cluster, journal: Journal) -> list[dict[str, Any]]:
    if journal.kind != "index":
        # Aliases that were made since the migration began move along.
        aliases = {**aliases_of(cluster, journal.source)}
        return removed(journal.source, aliases) + added(journal.target, aliases)
    if uuid_of(cluster, journal.source) != journal.source_uuid or not exists(cluster, journal.kept):
        raise VerificationFailed(
            f"{journal.source} is no longer the index that was copied; nothing was switched",
            remedy="undo with --rollback and migrate anew",
        )
    aliases = {**aliases_of(cluster, journal.source), journal.source: {}}
    return [{"remove_index": {"index": journal.source}}, *added(journal.target, aliases)]
