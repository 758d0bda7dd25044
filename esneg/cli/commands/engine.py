"""``esneg engine``: a real OpenSearch on this machine, without Docker."""

from __future__ import annotations

from typing import Annotated

import typer

from esneg.cli.choices import TableOrJson

app = typer.Typer(help="A real single-node OpenSearch on this machine, without Docker.", no_args_is_help=True)


@app.command()
def up(
    fresh: Annotated[bool, typer.Option("--fresh", help="Start empty: deletes the data.")] = False,
    heap: Annotated[str, typer.Option(help="Java heap, such as 512m or 2g.", show_default="1g")] = "",
    port: Annotated[
        int | None, typer.Option(help="HTTP port on 127.0.0.1.", show_default="the last one, else a free one")
    ] = None,
) -> None:
    """Start the engine; fetches it the first time. Prints its address."""
    from esneg.cli.engine_progress import shown_progress
    from esneg.embedded import EmbeddedEngine

    with shown_progress() as progress:
        running = EmbeddedEngine().up(fresh=fresh, heap=heap or None, port=port, progress=progress)
    verb = "started" if running.started else "already runs"
    typer.echo(
        f"OpenSearch {running.version} {verb} (pid {running.pid}); stop it with `esneg engine down`", err=True
    )
    typer.echo(running.url)


@app.command()
def down() -> None:
    """Stop the engine; its data stays."""
    from esneg.cli.engine_progress import shown_progress
    from esneg.embedded import EmbeddedEngine

    with shown_progress() as progress:
        stopped = EmbeddedEngine().down(progress=progress)
    typer.echo("the engine is stopped; its data stays" if stopped else "the engine was not running", err=True)


@app.command()
def status(
    format: Annotated[TableOrJson, typer.Option("--format", help="How to print it.")] = TableOrJson.table,
) -> None:
    """Show whether the engine runs, where, and what it can do. Exits with 1 when it does not run."""
    from esneg.cli.engine_view import describe_process, print_process
    from esneg.embedded import EmbeddedEngine

    running = EmbeddedEngine().status()
    if running is None:
        typer.echo("the engine does not run; `esneg engine up` starts it", err=True)
        raise typer.Exit(1)

    from esneg.cli.cluster_view import print_as_json, print_as_table
    from esneg.cli.console import stdout
    from esneg.clusters import ConnectionOptions, connect, describe

    process = describe_process(running)
    with connect(ConnectionOptions(urls=(running.url,))) as cluster:
        description = describe(cluster)
    if format is TableOrJson.json:
        print_as_json(description | {"process": process})
    else:
        print_process(process, stdout())
        print_as_table(description, stdout())


@app.command()
def logs(
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="How many lines from the end.")] = 50,
) -> None:
    """Print the end of the engine's log."""
    from esneg.embedded import EmbeddedEngine
    from esneg.errors import EsnegError

    found = EmbeddedEngine().log_tail(lines)
    if not found:
        raise EsnegError("no log: the engine never ran here", remedy="start it with `esneg engine up`")
    for line in found:
        typer.echo(line)
