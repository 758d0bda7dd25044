"""What ``esneg migrate`` calls: one function for each thing that it can be told to do."""

from __future__ import annotations

from dataclasses import replace

from esneg.clusters import Cluster
from esneg.errors import UsageError
from esneg.migrate import find
from esneg.migrate.apply import Outcome, migrate
from esneg.migrate.backing import backing_indices
from esneg.migrate.data_stream import StreamPlan, migrate_stream, plan_stream, rollback_stream
from esneg.migrate.journal import PHASES
from esneg.migrate.options import MigrateOptions, Voice
from esneg.migrate.plan import MigrationPlan, plan
from esneg.migrate.subject import is_data_stream, resolve
from esneg.migrate.targets import Choice
from esneg.migrate.undo import delete_source, rollback


def draw_up(
    cluster: Cluster, asked: str, choice: Choice, *, options: MigrateOptions
) -> MigrationPlan | StreamPlan:
    """The plan; changes nothing (the repair is tried on a scratch index, which is deleted again)."""
    _check_target(options)
    if is_data_stream(cluster, asked):
        target = choice.target(cluster, backing_indices(cluster, asked)[-1])
        drawn = plan_stream(cluster, asked, target.patch)
        return replace(drawn, warnings=(*drawn.warnings, *target.unresolved))
    under_way = find.unfinished(cluster, asked)
    if under_way is not None:
        holder = f"; {under_way.owner.who} is at work on it" if under_way.owner else ""
        raise UsageError(
            f"{under_way.source} is being migrated into {under_way.target} already "
            f"(since {under_way.begun}; {PHASES[under_way.phase]}{holder})",
            remedy=f"go on with: esneg migrate {asked} --apply; or undo with: esneg migrate {asked} --rollback",
        )
    subject = resolve(cluster, asked)
    target = choice.target(cluster, subject.source)
    made = plan(cluster, subject, target.patch, options)
    return replace(made, warnings=(*made.warnings, *target.unresolved))


def carry_out(
    cluster: Cluster, asked: str, choice: Choice, *, options: MigrateOptions, voice: Voice
) -> Outcome | str:
    """Migrates, or goes on with it.

    Returns:
        The outcome; of a data stream the backing index that takes the writes now.
    """
    _check_target(options)
    if find.unfinished(cluster, asked) is None and is_data_stream(cluster, asked):
        target = choice.target(cluster, backing_indices(cluster, asked)[-1])
        return migrate_stream(
            cluster, plan_stream(cluster, asked, target.patch), options=options, voice=voice
        )
    return migrate(
        cluster, asked, lambda index: choice.target(cluster, index).patch, options=options, voice=voice
    )


def undo(
    cluster: Cluster, asked: str, *, leave_new_writes: bool, options: MigrateOptions, voice: Voice
) -> None:
    """Rolls back."""
    if find.unfinished(cluster, asked) is None and is_data_stream(cluster, asked):
        rollback_stream(cluster, asked, voice=voice)
    else:
        rollback(cluster, asked, leave_new_writes=leave_new_writes, options=options, voice=voice)


def clean_up(cluster: Cluster, asked: str, *, yes: bool, voice: Voice) -> None:
    """Deletes the old index.

    Raises:
        UsageError: without ``yes``: says what would be deleted.
    """
    if not yes:
        journal = find.last(cluster, asked)
        kept = journal.kept if journal else "the old index"
        raise UsageError(
            f"--delete-source deletes {kept} for good; after that there is no way back",
            remedy="add --yes when that is what you want",
        )
    delete_source(cluster, asked, voice=voice)


def _check_target(options: MigrateOptions) -> None:
    if options.target is not None:
        find.check_target_name(options.target)
