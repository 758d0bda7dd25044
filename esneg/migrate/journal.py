"""The journal of a migration: in the ``_meta`` of the target's mapping, so that any machine can go on with it.

Creating the target with the journal in it is one atomic act: whoever creates it has begun the migration. The journal
names its owner for people; who may write it is decided by the hold (`esneg.migrate.hold`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timezone
from typing import Any, Literal

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound
from esneg.migrate.errors import GO_ON, MigrationHeld
from esneg.migrate.owner import Owner
from esneg.migrate.subject import Kind

KEY = "esneg_migration"
VERSION = 1

Phase = Literal["created", "copying", "restoring", "verifying", "cloning", "switching", "done", "undone"]

PHASES: Mapping[Phase, str] = {
    "created": "the target is created, nothing is copied",
    "copying": "documents are being copied",
    "restoring": "all documents are copied; replicas and refresh are being put back",
    "verifying": "the target is being compared with the source",
    "cloning": "the source is being kept under another name",
    "switching": "the aliases are being moved",
    "done": "the target serves",
    "undone": "rolled back: the source serves again",
}
"""Every state of a migration, in order, and what it means."""

FINAL: frozenset[Phase] = frozenset({"done", "undone"})


@dataclass(frozen=True)
class Journal:
    """Everything that is needed to go on with a migration, or to undo it.

    Attributes:
        phase: what is under way.
        asked, kind, source, source_uuid, target: see `Subject`.
        kept: the name under which the source is kept after the switch.
        aliases: the source's aliases with their properties.
        begun: when, ISO 8601.
        owner: who is at work; None when nobody is.
        blocked: whether esneg has blocked writes on the source.
        was_blocked: the source's ``blocks.write`` before; None without.
        was_hidden: the source's ``hidden`` before; None without.
        after_copying: settings to put when all documents are copied.
        hidden: the target's ``hidden`` after the switch; None without.
        catch_up: whether the source takes writes while most is copied.
        task: the engine's task; None when none is known.
        copied: whether the engine's own copy has gone through once.
        positions: shard -> the sequence number up to which the source's operations are in the target.
        kept_uuid: UUID of the index that ``kept`` names, once there.
        stream: the data stream that the source is behind; None for any other index.
        written: shard -> sequence number of the target's last operation at the switch.
    """

    phase: Phase
    asked: str
    kind: Kind
    source: str
    source_uuid: str
    target: str
    kept: str
    aliases: Mapping[str, Mapping[str, Any]]
    after_copying: Mapping[str, Any]
    begun: str = field(default_factory=lambda: datetime.now(timezone.utc).isoformat(timespec="seconds"))
    owner: Owner | None = None
    blocked: bool = False
    was_blocked: str | None = None
    was_hidden: str | None = None
    hidden: str | None = None
    catch_up: bool = False
    task: str | None = None
    copied: bool = False
    positions: Mapping[str, int] = field(default_factory=dict)
    kept_uuid: str | None = None
    stream: str | None = None
    written: Mapping[str, int] = field(default_factory=dict)

    def to_meta(self) -> dict[str, Any]:
        """As it stands in ``_meta``."""
        return {"version": VERSION, **asdict(self)}

    @classmethod
    def from_meta(cls, raw: Mapping[str, Any]) -> Journal:
        """Reads it.

        Raises:
            MigrationHeld: a later esneg wrote it.
        """
        if raw.get("version", 0) > VERSION:
            raise MigrationHeld(
                f"the migration into {raw.get('target')} was begun by a later version of esneg",
                remedy="go on with that version",
            )
        known = {each.name for each in fields(cls)}
        values = {name: value for name, value in raw.items() if name in known}
        if values.get("owner"):
            values["owner"] = Owner(**values["owner"])
        return cls(**values)


class JournalStore:
    """Reads and writes the journal of one target.

    Args:
        path: the name by which it is written: an alias that the target has only as long as the writer holds it.
    """

    def __init__(self, cluster: Cluster, target: str, path: str | None = None) -> None:
        self._cluster = cluster
        self.target = target
        self._path = path or target

    def read(self) -> Journal:
        """The journal as it is now.

        Raises:
            NotFound: the target is gone, or has no journal.
        """
        raw = self._meta().get(KEY)
        if raw is None:
            raise NotFound(f"{self.target} has no journal of a migration", status=404)
        return Journal.from_meta(raw)

    def write(self, journal: Journal, *, claiming: bool = False) -> None:
        """Replaces the journal; what else stands in ``_meta`` stays.

        Raises:
            MigrationHeld: another process has taken the migration over (unless claiming it).
            NotFound: the target is gone, or the name by which it is written.
        """
        meta = self._meta()
        held = meta.get(KEY, {}).get("owner")
        if not claiming and journal.owner and held and held["id"] != journal.owner.id:
            raise taken_over(self.target, held["who"])
        self._cluster.request(
            "PUT",
            f"/{index_path(self._path)}/_mapping",
            body={"_meta": {**meta, KEY: journal.to_meta()}},
        )

    def _meta(self) -> dict[str, Any]:
        answer = self._cluster.request("GET", f"/{index_path(self.target)}/_mapping")
        return dict(answer[self.target]["mappings"].get("_meta", {}))


def taken_over(target: str, who: str) -> MigrationHeld:
    """What a holder is told that has lost its hold."""
    return MigrationHeld(
        f"the migration into {target} was taken over by {who}", remedy="leave it to that process"
    )


def held_by(journal: Journal, who: str) -> MigrationHeld:
    """The refusal that names the holder."""
    return MigrationHeld(
        f"{journal.source} is being migrated into {journal.target} already, by {who} "
        f"(since {journal.begun}; {PHASES[journal.phase]})",
        remedy="wait for it, or stop that process first; then " + GO_ON,
    )
