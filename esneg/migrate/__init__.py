"""Builds an index again with an analysis that keeps negation, on a live cluster, without losing a document."""

from esneg.migrate.apply import Outcome, migrate
from esneg.migrate.options import MigrateOptions, Timing, Voice
from esneg.migrate.plan import MigrationPlan, plan
from esneg.migrate.subject import resolve
from esneg.migrate.undo import delete_source, rollback

__all__ = [
    "MigrateOptions",
    "MigrationPlan",
    "Outcome",
    "Timing",
    "Voice",
    "delete_source",
    "migrate",
    "plan",
    "resolve",
    "rollback",
]
