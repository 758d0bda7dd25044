"""What ``esneg eval --engine`` means: a cluster that is named, or the embedded engine, started when it must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from esneg.errors import UsageError

if TYPE_CHECKING:
    from esneg.clusters import Cluster

FAMILIES = ("opensearch", "elasticsearch")


def check_engine(name: str) -> None:
    """Refuses what --engine does not take."""
    if name and "://" not in name and name not in ("embedded", *FAMILIES):
        raise UsageError(
            f"--engine {name}: no such engine",
            remedy="give embedded, opensearch, elasticsearch or the address of a cluster",
        )


@contextmanager
def chosen_engine(
    name: str, named_cluster: Callable[[], AbstractContextManager[Cluster | None]]
) -> Iterator[Cluster]:
    """The cluster to evaluate on.

    Args:
        name: "embedded"; "opensearch" or "elasticsearch": the cluster that is named must be one, and without a
            named cluster OpenSearch is the embedded engine; an address, which ``named_cluster`` then opens; "": the
            named cluster, or else the embedded engine.
        named_cluster: opens the cluster that options or environment name; None when they name none.

    Raises:
        UsageError: the named cluster is of the other family, or there is none where one is needed.
    """
    if name == "embedded":
        with _embedded() as cluster:
            yield cluster
        return
    with named_cluster() as found:
        if found is not None:
            if name in FAMILIES and found.info.engine != name:
                raise UsageError(
                    f"{found.url} is {found.info.distribution}, not {name}", remedy="name another with --url"
                )
            yield found
            return
    if name == "elasticsearch":
        raise UsageError("no Elasticsearch is named", remedy="give --url or set ESNEG_URL")
    with _embedded() as cluster:
        yield cluster


@contextmanager
def _embedded() -> Iterator[Cluster]:
    from esneg.cli.engine_progress import shown_progress
    from esneg.clusters import ConnectionOptions, connect
    from esneg.embedded import EmbeddedEngine

    with shown_progress() as progress:
        running = EmbeddedEngine().up(progress=progress)
    with connect(ConnectionOptions(urls=(running.url,))) as cluster:
        yield cluster
