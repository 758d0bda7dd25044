"""``esneg explain``: a text on its way through a field's analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import TableOrJson
from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster


@connected
def command(
    cluster: Cluster,
    index: Annotated[str, typer.Argument(help="An index, alias or data stream.")],
    field: Annotated[str, typer.Argument(help="A text field of it, such as title.en.")],
    text: Annotated[str, typer.Argument(help="What to analyze.")],
    language: Annotated[
        list[str] | None,
        typer.Option(help="Look for the cues of this language (code, as en); repeatable."),
    ] = None,
    format: Annotated[TableOrJson, typer.Option("--format", help="How to print it.")] = TableOrJson.table,
) -> None:
    """Show a text going through each stage of a field's analysis, and where a negation cue dies."""
    from esneg.analysis.explain import explain
    from esneg.cli.console import stdout
    from esneg.cli.explain_view import as_json, as_table

    sides = explain(cluster, index, field, text, languages=language or ())
    if format is TableOrJson.json:
        typer.echo(as_json(sides))
    else:
        stdout().print(as_table(sides))
