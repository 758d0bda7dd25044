"""The indices behind a data stream."""

from __future__ import annotations

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import RequestFailed


def backing_indices(cluster: Cluster, stream: str) -> list[str]:
    """The indices behind a data stream, oldest first; the last one takes the writes."""
    answer = cluster.request("GET", f"/_data_stream/{index_path(stream)}")
    (found,) = answer["data_streams"]
    return [each["index_name"] for each in found["indices"]]


def can_swap(cluster: Cluster) -> bool:
    """Whether the cluster can put an index behind a data stream (Elasticsearch 7.16 and later; no OpenSearch)."""
    try:
        cluster.request("POST", "/_data_stream/_modify", body={"actions": []})
    except RequestFailed as error:
        # One that has the end point misses the actions.
        return error.status == 400 and "action" in error.reason
    return True


def swap_backing(cluster: Cluster, stream: str, *, out: str, into: str) -> None:
    """Puts an index behind a data stream in the place of another one, in one step."""
    cluster.request(
        "POST",
        "/_data_stream/_modify",
        body={
            "actions": [
                {"remove_backing_index": {"data_stream": stream, "index": out}},
                {"add_backing_index": {"data_stream": stream, "index": into}},
            ]
        },
    )
