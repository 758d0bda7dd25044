"""The only package that talks to Elasticsearch and OpenSearch clients.

`connect` turns connection options into a `Cluster`: the few verbs that esneg needs, the same on every engine.
"""

from esneg.clusters.base import Capabilities, Cluster, ClusterInfo
from esneg.clusters.connect import connect
from esneg.clusters.describe import describe
from esneg.clusters.options import ConnectionOptions
from esneg.clusters.resolve import resolve_options

__all__ = [
    "Capabilities",
    "Cluster",
    "ClusterInfo",
    "ConnectionOptions",
    "connect",
    "describe",
    "resolve_options",
]
