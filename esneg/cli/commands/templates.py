"""``esneg templates``: the index templates that keep negation, and putting them into a cluster."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import TableOrJson
from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster

app = typer.Typer(help="Index templates that keep negation in every language.", no_args_is_help=True)


class EngineName(str, Enum):
    """What --engine takes."""

    opensearch = "opensearch"
    elasticsearch = "elasticsearch"


class SimilarityName(str, Enum):
    """What --similarity takes."""

    cosine = "cosine"
    dot_product = "dot_product"
    l2_norm = "l2_norm"
    max_inner_product = "max_inner_product"


_Engine = Annotated[EngineName, typer.Option("--engine", help="Whose templates.")]
_Format = Annotated[TableOrJson, typer.Option("--format", help="How to print it.")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")]


@app.command("list")
def list_(
    language: Annotated[
        list[str] | None, typer.Option(help="Only those of this language (code, as en); repeatable.")
    ] = None,
    engine: _Engine = EngineName.opensearch,
    format: _Format = TableOrJson.table,
) -> None:
    """List the templates that come with esneg."""
    from esneg.cli.console import stdout
    from esneg.cli.templates_view import listed_json, listed_table
    from esneg.templates.catalogue import catalogue

    entries = catalogue(engine.value, language or ())
    if format is TableOrJson.json:
        typer.echo(listed_json(entries))
    else:
        stdout().print(listed_table(entries))


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A template, such as esneg-text-en.")],
    engine: _Engine = EngineName.opensearch,
) -> None:
    """Print one template as the JSON that the engine takes."""
    from esneg.templates.packaged import named, written

    typer.echo(written(named(engine.value, name)), nl=False)


@app.command()
@connected
def apply(
    cluster: Cluster,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="Templates, such as esneg-hybrid-en; the components come along."
        ),
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option(help="Short for the name esneg-hybrid-CODE; repeatable.")
    ] = None,
    dims: Annotated[
        int | None, typer.Option(help="Dimensions of the vector field.", show_default="384")
    ] = None,
    similarity: Annotated[
        SimilarityName | None, typer.Option(help="How vectors are compared.", show_default="cosine")
    ] = None,
    pattern: Annotated[
        list[str] | None,
        typer.Option(help="Which new indices get it, such as 'policies-*'; repeatable."),
    ] = None,
    priority: Annotated[
        int | None, typer.Option(help="Which template wins where several match.", show_default="200")
    ] = None,
    replicas: Annotated[
        int | None, typer.Option(help="Copies of each new index.", show_default="the engine's")
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Overwrite templates that esneg did not make, or that were changed."),
    ] = False,
    dry_run: _DryRun = False,
    format: _Format = TableOrJson.table,
) -> None:
    """Put templates into the cluster and audit an index made from them. Exit status 1: it is not clean."""
    from esneg.cli.console import stderr, stdout
    from esneg.cli.templates_view import applied_json, applied_view, print_lines
    from esneg.templates.apply import apply
    from esneg.templates.catalogue import names_to_apply
    from esneg.templates.vector import DEFAULT_DIMS, DEFAULT_SIMILARITY
    from esneg.templates.wanted import Parameters

    parameters = Parameters(
        patterns=tuple(pattern or ()),
        priority=priority,
        replicas=replicas,
        dims=DEFAULT_DIMS if dims is None else dims,
        similarity=similarity.value if similarity else DEFAULT_SIMILARITY,
    )
    with stderr().status("starting") as status:
        done = apply(
            cluster,
            names_to_apply(names or (), language or ()),
            parameters,
            force=force,
            dry_run=dry_run,
            progress=status.update,
        )
    if format is TableOrJson.json:
        typer.echo(applied_json(done))
    else:
        print_lines(stdout(), applied_view(done))
    raise typer.Exit(0 if done.is_well else 1)


@app.command()
@connected
def diff(
    cluster: Cluster,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Only these.")] = None,
    format: _Format = TableOrJson.table,
) -> None:
    """Show how the cluster's templates differ from esneg's. Exit status 1: some do."""
    from esneg.cli.console import stdout
    from esneg.cli.templates_view import drift_json, drift_view, print_lines
    from esneg.templates.drift import drift

    found = drift(cluster, names or ())
    if format is TableOrJson.json:
        typer.echo(drift_json(found))
    else:
        print_lines(stdout(), drift_view(found))
    raise typer.Exit(1 if any(each.state != "same" for each in found) else 0)


@app.command()
@connected
def remove(
    cluster: Cluster,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Templates; components that nobody needs go too."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Everything that esneg made.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Also what was changed since esneg made it.")
    ] = False,
    dry_run: _DryRun = False,
    format: _Format = TableOrJson.table,
) -> None:
    """Take esneg's templates out of the cluster; indices stay as they are. Exit status 1: some had to stay."""
    from esneg.cli.console import stdout
    from esneg.cli.templates_view import print_lines, removed_json, removed_view
    from esneg.errors import UsageError
    from esneg.templates.remove import remove

    if bool(names) == all_:
        raise UsageError("which templates?", remedy="name them, or say --all for everything that esneg made")
    removals = remove(cluster, names or (), force=force, dry_run=dry_run)
    if format is TableOrJson.json:
        typer.echo(removed_json(removals))
    else:
        print_lines(stdout(), removed_view(removals, dry_run=dry_run))
    raise typer.Exit(
        1 if any(each.template.name in (names or ()) and each.action == "keep" for each in removals) else 0
    )
