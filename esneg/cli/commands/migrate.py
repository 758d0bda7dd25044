"""``esneg migrate``: builds an index again with an analysis that keeps negation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import TableOrJson
from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster


@connected
def command(
    cluster: Cluster,
    index: Annotated[
        str, typer.Argument(metavar="INDEX", help="An index, an alias of one, or a data stream.")
    ],
    apply: Annotated[bool, typer.Option("--apply", help="Do it, or go on with it. Without, a plan.")] = False,
    rollback: Annotated[bool, typer.Option("--rollback", help="Undo it, finished or not.")] = False,
    delete_source: Annotated[
        bool,
        typer.Option("--delete-source", help="Delete the old index of a finished migration (needs --yes)."),
    ] = False,
    target_settings: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What is to change: a JSON file with settings and mappings (a merge patch; null removes).",
            rich_help_panel="Target",
        ),
    ] = None,
    template: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Take settings and mappings of one of esneg's templates.",
            rich_help_panel="Target",
        ),
    ] = None,
    language_default: Annotated[
        bool,
        typer.Option(
            "--language-default",
            help="Give fields that lose negation esneg's analyzer of their language.",
            rich_help_panel="Target",
        ),
    ] = False,
    target: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the new index.", rich_help_panel="Target")
    ] = None,
    catch_up: Annotated[
        bool, typer.Option("--catch-up", help="Take writes while most is copied; block only at the end.")
    ] = False,
    slices: Annotated[
        int | None, typer.Option(metavar="N", help="Parts to copy side by side.", show_default="one a shard")
    ] = None,
    requests_per_second: Annotated[
        float | None, typer.Option(metavar="N", help="Documents to copy a second.", show_default="no limit")
    ] = None,
    sample: Annotated[
        int, typer.Option(metavar="N", help="Documents to compare byte for byte (at most 10,000).")
    ] = 500,
    verify_all: Annotated[bool, typer.Option("--verify-all", help="Compare every document.")] = False,
    allow_findings: Annotated[
        bool, typer.Option("--allow-findings", help="Switch even when the audit finds the target at fault.")
    ] = False,
    ignore_disk: Annotated[
        bool, typer.Option("--ignore-disk", help="Begin even when the disks look too small.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Delete the old index; or roll back although there are new writes.")
    ] = False,
    format: Annotated[
        TableOrJson, typer.Option("--format", help="How to print the plan.")
    ] = TableOrJson.table,
) -> None:
    """Build an index again with an analysis that keeps negation, without losing a document or a search."""
    from esneg.cli import migrate_view as view
    from esneg.cli.console import stdout
    from esneg.errors import UsageError
    from esneg.migrate import MigrateOptions, runner
    from esneg.migrate.targets import Choice

    if sum((apply, rollback, delete_source)) > 1:
        raise UsageError(
            "--apply, --rollback and --delete-source are three things", remedy="give one of them"
        )
    options = MigrateOptions(
        slices=slices,
        requests_per_second=requests_per_second,
        catch_up=catch_up,
        sample=None if verify_all else sample,
        allow_findings=allow_findings,
        ignore_disk=ignore_disk,
        target=target,
    )
    choice = Choice(target_settings, template, language_default)
    with view.shown_progress() as voice:
        if rollback:
            runner.undo(cluster, index, leave_new_writes=yes, options=options, voice=voice)
        elif delete_source:
            runner.clean_up(cluster, index, yes=yes, voice=voice)
        elif apply:
            outcome = runner.carry_out(cluster, index, choice, options=options, voice=voice)
            for line in view.outcome_lines(index, outcome):
                typer.echo(line)
        else:
            made = runner.draw_up(cluster, index, choice, options=options)
            if format is TableOrJson.json:
                typer.echo(view.plan_as_json(made))
            else:
                stdout().print(view.as_table(made))
