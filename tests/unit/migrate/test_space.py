from __future__ import annotations

import pytest
from fakes.server import OPENSEARCH, Answer, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.errors import RequestFailed
from esneg.migrate.patience import passes
from esneg.migrate.space import Space, measure

SIZE = Answer({"_all": {"primaries": {"store": {"size_in_bytes": 1000}}}})
COUNT = Answer({"count": 10, "_shards": {"total": 1, "successful": 1, "failed": 0}})


def measured(stats: Answer, count: Answer = COUNT, threshold: str = "true") -> Space:
    disk = {"total_in_bytes": 10_000, "available_in_bytes": 4_000}
    nodes = {
        "a": {"roles": ["data_hot"], "fs": {"total": disk}},
        "b": {"roles": ["master"], "fs": {"total": disk}},
    }
    routes = {
        "GET /": Answer(OPENSEARCH),
        "GET /i/_stats/store": stats,
        "GET /i/_count": count,
        "GET /_nodes/stats/fs": Answer({"nodes": nodes}),
        "GET /_cluster/settings": Answer(
            {"persistent": {"cluster.routing.allocation.disk.threshold_enabled": threshold}}
        ),
    }
    with serving(routes) as server, connect(ConnectionOptions(urls=(server.url,))) as cluster:
        return measure(cluster, "i", replicas=1)


def test_room_counts_on_data_nodes_below_the_low_watermark() -> None:
    space = measured(SIZE)
    assert (space.documents, space.bytes, space.needed, space.free) == (10, 1000, 2400, 2500)
    assert space.suffices
    assert measured(SIZE, threshold="false").free == 4000


@pytest.mark.parametrize(
    ("stats", "count"),
    [
        (Answer({}), COUNT),
        (SIZE, Answer({"count": 5, "_shards": {"total": 2, "successful": 1, "failed": 1}})),
    ],
)
def test_shards_that_are_not_there_yet_are_waited_for(stats: Answer, count: Answer) -> None:
    with pytest.raises(RequestFailed) as caught:
        measured(stats, count)
    assert passes(caught.value)


def test_pages_are_small_where_documents_are_large() -> None:
    assert Space(10, 10 * 1_000_000, 0, 0).page == 10
    assert Space(100, 100 * 50_000, 0, 0).page == 100
    assert Space(1_000_000, 1_000_000, 0, 0).page == 1000
