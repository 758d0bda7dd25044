"""``esneg fix``: the smallest change to an index's own analysis that keeps negation."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster


class FixFormat(str, Enum):
    """What --format takes."""

    table = "table"
    json = "json"
    body = "body"
    patch = "patch"


@connected
def command(
    cluster: Cluster,
    index: Annotated[
        str, typer.Argument(help="One index, or an alias or data stream with one index behind it.")
    ],
    language: Annotated[
        list[str] | None,
        typer.Option(help="Audit in this language (code, as en) and not in that of each field; repeatable."),
    ] = None,
    language_default: Annotated[
        bool,
        typer.Option(
            "--language-default", help="Give the fields esneg's own analyzers instead of changing theirs."
        ),
    ] = False,
    apply_in_place: Annotated[
        bool,
        typer.Option(
            "--apply-in-place",
            help="Apply it to the index as it is, where only the search side changes (closes it for a moment).",
        ),
    ] = False,
    format: Annotated[
        FixFormat,
        typer.Option(
            "--format", help="body: settings and mappings for a new index; patch: only what changes."
        ),
    ] = FixFormat.table,
) -> None:
    """Propose the smallest change that removes the audit's findings. Exit status: 0 clean with it, 1 not clean."""
    from esneg.cli.console import stderr, stdout
    from esneg.cli.fix_view import as_json, as_lines, written
    from esneg.cli.templates_view import print_lines
    from esneg.repair import apply_in_place as apply
    from esneg.repair import propose

    left = None
    with stderr().status("starting") as status:
        proposal = propose(
            cluster,
            index,
            languages=language or (),
            language_default=language_default,
            progress=status.update,
        )
        if apply_in_place:
            status.update("applying it in place")
            left = apply(cluster, proposal, languages=language or ())
    if format is FixFormat.table:
        print_lines(stdout(), as_lines(proposal, left))
    elif format is FixFormat.json:
        typer.echo(as_json(proposal))
    else:
        typer.echo(written(proposal.body if format is FixFormat.body else proposal.patch))
    raise typer.Exit((left or proposal.after).exit_status(fail_on="warning"))
