"""Whether the cluster's disks hold a second copy of an index."""

from __future__ import annotations

import math
from dataclasses import dataclass

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import AccessDenied, RequestFailed
from esneg.migrate.documents import count

LOW_WATERMARK = 0.85
"""Of a disk: the engines put no new shard on a node above it (``cluster.routing.allocation.disk.watermark.low``)."""

_MARGIN = 1.2
"""The copy is written in small segments first; merging them takes room for a while."""


@dataclass(frozen=True)
class Space:
    """Disk needed and free.

    Attributes:
        documents: in the source, nested ones not counted.
        bytes: size of one copy of the source (its primary shards).
        needed: bytes that the target will take, replicas included.
        free: bytes free on all data nodes below the low watermark; None where the cluster does not say.
    """

    documents: int
    bytes: int
    needed: int
    free: int | None

    @property
    def suffices(self) -> bool:
        """Whether there is room, as far as known."""
        return self.free is None or self.needed <= self.free

    @property
    def page(self) -> int:
        """Documents to read at a time: some 5 MB of them, 10 to 1000."""
        average = max(1, self.bytes // max(1, self.documents))
        return max(10, min(1000, 5_000_000 // average))


def measure(cluster: Cluster, source: str, *, replicas: int) -> Space:
    """Asks for the size of the source and the free space.

    Args:
        replicas: copies of the target beyond the first.

    Raises:
        RequestFailed: not all shards of the source are there (status 503).
    """
    path = index_path(source)
    stats = cluster.request(
        "GET", f"/{path}/_stats/store", params={"filter_path": "_all.primaries.store.size_in_bytes"}
    )
    # Just after a start, before its shards are there, an index has no statistics at all.
    if "_all" not in stats:
        raise RequestFailed(f"{source}: its shards are not there", status=503, reason="shards missing")
    size = int(stats["_all"]["primaries"]["store"]["size_in_bytes"])
    return Space(count(cluster, source), size, math.ceil(size * (1 + replicas) * _MARGIN), _free(cluster))


def _free(cluster: Cluster) -> int | None:
    try:
        answer = cluster.request(
            "GET", "/_nodes/stats/fs", params={"filter_path": "nodes.*.roles,nodes.*.fs.total"}
        )
    except (AccessDenied, RequestFailed):
        return None
    disks = [
        node["fs"]["total"]
        for node in answer.get("nodes", {}).values()
        if any(role.startswith("data") for role in node.get("roles", ())) and node.get("fs", {}).get("total")
    ]
    if not disks:
        return None
    reserve = (1 - LOW_WATERMARK) if _has_watermarks(cluster) else 0
    return sum(max(0, int(disk["available_in_bytes"] - reserve * disk["total_in_bytes"])) for disk in disks)


def _has_watermarks(cluster: Cluster) -> bool:
    name = "cluster.routing.allocation.disk.threshold_enabled"
    try:
        answer = cluster.request(
            "GET", "/_cluster/settings", params={"include_defaults": True, "flat_settings": True}
        )
    except (AccessDenied, RequestFailed):
        return True
    by_precedence = (answer.get(part, {}).get(name) for part in ("transient", "persistent", "defaults"))
    return str(next((value for value in by_precedence if value is not None), "true")) != "false"
