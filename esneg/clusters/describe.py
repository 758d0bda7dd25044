"""A cluster and what it can do, as plain data."""

from __future__ import annotations

from typing import Any

from esneg.clusters.base import Cluster

SCHEMA = "esneg.cluster/1"

ABILITIES = ("rrf", "knn", "reindex")


def describe(cluster: Cluster) -> dict[str, Any]:
    """Engine, version, licence, plugins and abilities, ready for JSON. Asks the cluster (`Cluster.capabilities`).

    An ability that is absent, and a licence or a list of plugins that could not be read, comes with a reason.
    """
    info, found = cluster.info, cluster.capabilities()
    return {
        "schema": SCHEMA,
        "url": cluster.url,
        "engine": info.engine,
        "distribution": info.distribution,
        "version": info.version,
        "cluster_name": info.cluster_name,
        "lucene_version": info.lucene_version,
        "licence": found.licence,
        "plugins": list(found.plugins),
        "abilities": {name: bool(getattr(found, name)) for name in ABILITIES},
        "reasons": dict(found.reasons),
    }
