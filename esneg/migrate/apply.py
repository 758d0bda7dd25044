"""Carries a migration out: from phase to phase, beginning with the one that the journal names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from esneg.clusters import Cluster
from esneg.errors import RequestFailed
from esneg.migrate import documents, find
from esneg.migrate.clone import keep_source, wait_until_served
from esneg.migrate.copying import copy_all
from esneg.migrate.errors import DocumentsRefused, MigrationHeld, MigrationRefused, VerificationFailed
from esneg.migrate.hold import hold_name, release_all
from esneg.migrate.journal import FINAL, KEY, PHASES, Journal, Phase, held_by
from esneg.migrate.options import MigrateOptions, Patch, Voice
from esneg.migrate.owner import Owner, this_process
from esneg.migrate.plan import MigrationPlan, plan
from esneg.migrate.session import Session, holding
from esneg.migrate.source import allow_writes, put_settings
from esneg.migrate.subject import resolve, uuid_of
from esneg.migrate.switch import is_switched, switch, tidy_up
from esneg.migrate.verify import check_analysis, verify


@dataclass(frozen=True)
class Outcome:
    """A finished migration.

    Attributes:
        asked: the name that was migrated; it leads to ``target``.
        source: the index that was copied.
        target: the index that serves.
        kept: where the old documents are.
        documents: in the target.
        compared: how many were compared byte for byte by this run.
        resumed: whether this run went on with a migration that was under way.
    """

    asked: str
    source: str
    target: str
    kept: str
    documents: int
    compared: int
    resumed: bool


def migrate(
    cluster: Cluster,
    asked: str,
    make_patch: Callable[[str], Patch],
    *,
    options: MigrateOptions | None = None,
    voice: Voice | None = None,
) -> Outcome:
    """Migrates an index, or goes on with its migration.

    Args:
        asked: an index, or an alias of one index.
        make_patch: makes the patch for an index, by its name; not called when a migration goes on.

    Raises:
        MigrationRefused: it cannot begin as things are; nothing was changed.
        MigrationHeld: somebody is at work on it.
        DocumentsRefused: the target does not take some documents; nothing was switched.
        VerificationFailed: the target is not what it should be; nothing was switched.
        MigrationInterrupted: the cluster was away, or full, for too long; run it again.
    """
    options, voice = options or MigrateOptions(), voice or Voice()
    journal = find.unfinished(cluster, asked)
    resumed = journal is not None
    if journal is None:
        journal = _begin(cluster, asked, make_patch, options, voice)
    else:
        voice.note(f"going on with the migration into {journal.target}: {PHASES[journal.phase]}")
        voice.note("the target's settings, and whether to catch up, are as they were when it began")
        journal = replace(journal, owner=None)
    with holding(cluster, journal, options, voice) as session:
        compared = _carry_out(session)
        held = session.patiently("counting", lambda: documents.count(cluster, journal.target))
        return Outcome(
            asked=journal.asked,
            source=journal.source,
            target=journal.target,
            kept=journal.kept,
            documents=held,
            compared=compared,
            resumed=resumed,
        )


def _begin(
    cluster: Cluster, asked: str, make_patch: Callable[[str], Patch], options: MigrateOptions, voice: Voice
) -> Journal:
    subject = resolve(cluster, asked)
    made = plan(cluster, subject, make_patch(subject.source), options)
    if made.blockers:
        raise MigrationRefused(
            f"{asked} cannot be migrated as things are; nothing was changed",
            details=made.blockers,
            remedy="remove what is in the way, then run the same command again",
        )
    if not made.changes:
        before = find.last(cluster, asked)
        if before is not None and before.phase == "done":
            if before.owner is None:
                release_all(cluster, before.target)
            raise MigrationRefused(
                f"{asked} leads to {before.target} already, which the migration begun at {before.begun} made",
                remedy="there is nothing left to do",
            )
        raise MigrationRefused(
            f"the target would be the same as {subject.source}: there is nothing to migrate for",
            remedy="see `esneg audit`; another analysis is given with --target-settings",
        )
    owner = this_process()
    journal = _first_entry(made, options, owner)
    meta = {**made.definition.mappings.get("_meta", {}), KEY: journal.to_meta()}
    try:
        cluster.create_index(
            made.target,
            {
                "settings": {"index": made.definition.for_copying()},
                "mappings": {**made.definition.mappings, "_meta": meta},
                "aliases": {hold_name(made.target, owner.id): {"is_hidden": True}},
            },
        )
    except RequestFailed as error:
        if error.type == "resource_already_exists_exception":
            rival = find.unfinished(cluster, asked)
            if rival is not None and rival.owner is not None:
                raise held_by(rival, rival.owner.who) from error
        raise
    voice.note(f"created {made.target}")
    rivals = [
        each
        for each in find.journals(cluster)
        if each.source_uuid == journal.source_uuid
        and each.target != journal.target
        and each.phase not in FINAL
    ]
    if rivals:
        cluster.delete_index(made.target)
        rival = rivals[0]
        raise held_by(rival, (rival.owner or owner).who)
    return journal


def _first_entry(made: MigrationPlan, options: MigrateOptions, owner: Owner) -> Journal:
    subject = made.subject
    return Journal(
        phase="created",
        asked=subject.asked,
        kind=subject.kind,
        source=subject.source,
        source_uuid=subject.uuid,
        target=made.target,
        kept=made.kept,
        aliases=subject.aliases,
        after_copying=made.definition.after_copying(),
        was_blocked=subject.settings.get("blocks", {}).get("write"),
        was_hidden=subject.settings.get("hidden"),
        hidden=made.definition.settings.get("hidden"),
        catch_up=options.catch_up,
        stream=subject.stream,
        owner=owner,
    )


def _carry_out(session: Session) -> int:
    """Runs what is left; returns the number of documents compared."""
    compared = 0
    _check_source(session)
    if _is_switched(session) and session.journal.phase not in ("switching", *FINAL):
        # Copying now would bring back what was deleted since, and take out what was written since.
        session.save(phase="switching")
    try:
        while session.journal.phase not in FINAL:
            phase = session.journal.phase
            if phase == "created":
                check_analysis(session)
            elif phase == "copying":
                copy_all(session)
            elif phase == "restoring":
                _restore(session)
            elif phase == "verifying":
                compared = verify(session)
            elif phase == "cloning":
                keep_source(session)
            elif phase == "switching":
                switch(session)
                tidy_up(session)
            session.save(phase=_NEXT[session.journal.kind][phase])
    except (DocumentsRefused, VerificationFailed):
        _let_go(session)
        raise
    except MigrationHeld:
        raise
    except BaseException:
        if session.journal.blocked:
            session.voice.note(
                f"broken off: {session.journal.source} serves, and still refuses writes; run the same command "
                "again to go on, or give writes back with --rollback"
            )
        raise
    return compared


_NEXT: dict[str, dict[Phase, Phase]] = {
    "alias": {
        "created": "copying",
        "copying": "restoring",
        "restoring": "verifying",
        "verifying": "switching",
        "switching": "done",
    }
}
_NEXT["backing"] = _NEXT["alias"]
_NEXT["index"] = {**_NEXT["alias"], "verifying": "cloning", "cloning": "switching"}


def _check_source(session: Session) -> None:
    cluster, journal = session.cluster, session.journal
    if _is_switched(session):
        return
    found = session.patiently("looking at the source", lambda: uuid_of(cluster, journal.source))
    if found != journal.source_uuid:
        raise MigrationRefused(
            f"{journal.source} is not the index any more whose migration into {journal.target} was begun",
            remedy=f"find out what became of it before anything else; {journal.target} holds what was copied",
        )


def _is_switched(session: Session) -> bool:
    return session.patiently("looking at the aliases", lambda: is_switched(session.cluster, session.journal))


def _restore(session: Session) -> None:
    cluster, journal = session.cluster, session.journal
    settings = dict(journal.after_copying)
    session.patiently(
        "putting replicas and refresh back", lambda: put_settings(cluster, session.hold.path, settings)
    )
    session.patiently("refreshing", lambda: documents.refresh(cluster, journal.target))
    wait_until_served(session, journal.target)


def _let_go(session: Session) -> None:
    """After a failure for a person to look into: the source works as before, the target waits for the next run."""
    if session.journal.phase == "created":
        allow_writes(session)
        session.delete_target()
        return
    if _is_switched(session):
        return
    allow_writes(session)
    session.save(phase="copying")
