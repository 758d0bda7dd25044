"""``esneg demo``: the whole story on sample data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from esneg.cli.connection import connected_if_given

if TYPE_CHECKING:
    from esneg.clusters import Cluster


@connected_if_given
def command(cluster: Cluster | None) -> None:
    """See a real engine lose the word "not", and keep it. Starts the embedded engine when no cluster is given.

    Makes two indices, esneg-demo-stock and esneg-demo-kept, and touches nothing else.
    """
    if cluster is not None:
        _tell(cluster, None)
        return
    from esneg.cli.engine_progress import shown_progress
    from esneg.clusters import ConnectionOptions, connect
    from esneg.embedded import EmbeddedEngine

    with shown_progress() as progress:
        running = EmbeddedEngine().up(progress=progress)
    with connect(ConnectionOptions(urls=(running.url,))) as embedded:
        _tell(embedded, running.url)


def _tell(cluster: Cluster, url: str | None) -> None:
    from esneg.cli.console import stderr, stdout
    from esneg.demo import tell
    from esneg.demo.render import render

    info = cluster.info
    with stderr().status("starting") as status:
        story = tell(cluster, progress=status.update)
    typer.echo(f"{info.distribution} {info.version}{f' at {url}' if url else ''}\n", err=True)
    stdout().print(render(story, url=url))
