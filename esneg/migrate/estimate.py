"""How long a copy will take, from what the cluster needed to index the same documents before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path


def seconds_to_copy(
    cluster: Cluster, source: str, *, documents: int, requests_per_second: float | None
) -> float | None:
    """An estimate in seconds; None when the cluster has no record of indexing these documents.

    The engines count the time that each shard spent indexing (``_stats/indexing``). Shards work side by side, so
    the time of one is what a copy takes; reading is cheap beside it. The count starts again when a node does.
    """
    answer = cluster.request("GET", f"/{index_path(source)}/_stats/indexing", params={"level": "shards"})
    shards: Mapping[str, list[Any]] = answer["indices"].get(source, {}).get("shards", {})
    primaries = [copy for copies in shards.values() for copy in copies if copy["routing"]["primary"]]
    indexed = sum(copy["indexing"]["index_total"] for copy in primaries)
    spent = sum(copy["indexing"]["index_time_in_millis"] for copy in primaries) / 1000
    limited = documents / requests_per_second if requests_per_second else None
    if not documents:
        return 0.0
    if not indexed or not spent:
        return limited
    unlimited: float = documents * (spent / indexed) / max(1, len(primaries))
    return max(unlimited, limited or 0.0)
