"""Holds the source still, and lets it go again."""

from __future__ import annotations

from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import RequestFailed
from esneg.migrate.session import Session


def block_writes(session: Session) -> None:
    """Blocks writes on the source and waits until those under way are through.

    ``_block`` and not a setting: it returns only when every shard has finished its operations, so that nothing can
    slip in after the copy has begun.
    """
    source = session.journal.source
    if session.still:
        return
    if session.journal.was_blocked != "true":
        session.save(blocked=True)
        session.patiently(f"blocking writes on {source}", lambda: _block(session.cluster, source))
        session.voice.note(f"writes to {source} are blocked")
    session.still = True


def _block(cluster: Cluster, source: str) -> None:
    answer = cluster.request("PUT", f"/{index_path(source)}/_block/write")
    if not answer.get("indices"):
        # Blocked already, by a run that may not have lived to see the last writes through: only a new block waits.
        put_settings(cluster, source, {"blocks.write": None})
        answer = cluster.request("PUT", f"/{index_path(source)}/_block/write")
    if not answer.get("shards_acknowledged"):
        raise RequestFailed(
            f"{source}: not every shard has confirmed that its writes are through", status=503, reason="block"
        )


def allow_writes(session: Session) -> None:
    """Puts the source's ``blocks.write`` back to what it was."""
    journal = session.journal
    if not journal.blocked:
        return
    value = journal.was_blocked
    session.patiently("seeing who holds the migration", session.hold.check)
    session.patiently(
        f"unblocking writes on {journal.source}",
        lambda: put_settings(session.cluster, journal.source, {"blocks.write": value}),
    )
    session.save(blocked=False)
    session.still = False
    if value != "true":
        session.voice.note(f"{journal.source} takes writes again")


def put_settings(cluster: Cluster, index: str, settings: dict[str, Any]) -> None:
    """Puts dynamic settings, named without "index."; None takes one away."""
    cluster.request(
        "PUT",
        f"/{index_path(index)}/_settings",
        body={f"index.{name}": value for name, value in settings.items()},
    )
