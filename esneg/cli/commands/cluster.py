"""``esneg cluster``: what the cluster is and what it can do."""

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
    format: Annotated[TableOrJson, typer.Option("--format", help="How to print it.")] = TableOrJson.table,
) -> None:
    """Show a cluster's engine, version, licence and plugins, and whether it can do RRF, k-NN and reindex."""
    from esneg.cli.cluster_view import print_as_json, print_as_table
    from esneg.cli.console import stdout
    from esneg.clusters import describe

    description = describe(cluster)
    if format is TableOrJson.json:
        print_as_json(description)
    else:
        print_as_table(description, stdout())
