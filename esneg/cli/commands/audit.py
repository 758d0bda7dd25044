"""``esneg audit``: which fields lose negation, why, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import Severity, TableOrJson
from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster


@connected
def command(
    cluster: Cluster,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET]...",
            help="Indices, aliases, data streams or wildcards; all that are not hidden when there is none.",
        ),
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option(
            help="Probe in this language (code, as en) and not in the one of the field's analyzer; repeatable."
        ),
    ] = None,
    format: Annotated[
        TableOrJson, typer.Option("--format", help="How to print the report.")
    ] = TableOrJson.table,
    show: Annotated[Severity, typer.Option(help="The mildest severity to report.")] = Severity.warning,
    fail_on: Annotated[
        Severity, typer.Option(help="The mildest severity for exit status 1.")
    ] = Severity.error,
    allow_unaudited: Annotated[
        bool, typer.Option("--allow-unaudited", help="No exit status 2 for what could not be audited.")
    ] = False,
) -> None:
    """Find every field whose analysis erases negation. Exit status: 0 clean, 1 findings, 2 could not audit."""
    from esneg.audit import SEVERITIES, audit
    from esneg.cli.progress import counted_progress
    from esneg.reports import renderer

    # What fails the command is never hidden by it.
    mildest = max(SEVERITIES.index(show.value), SEVERITIES.index(fail_on.value))
    with counted_progress() as progress:
        report = audit(
            cluster, targets or (), languages=language or (), at_least=SEVERITIES[mildest], progress=progress
        )
    typer.echo(renderer(format.value)(report))
    raise typer.Exit(report.exit_status(fail_on=fail_on.value, allow_unaudited=allow_unaudited))
