"""Reads documents byte for byte, shard by shard, in the order of their sequence numbers.

Every operation on a shard gets the next sequence number, and a document carries the number of its last one. So
"all documents up to N" is a position: what changes later stands behind it. Reading needs no scroll that a restart
would lose, and goes on from a position after any failure.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import RequestFailed
from esneg.migrate.raw_json import items, members

NOTHING = -1
"""The position before the first operation of a shard."""


@dataclass(frozen=True)
class Document:
    """A document.

    Attributes:
        id: its id.
        routing: its routing value; None without one.
        version: its version.
        source: its ``_source`` as it is stored; "" when it was not asked for.
        seq_no: the sequence number of its last operation.
    """

    id: str
    routing: str | None
    version: int
    source: str = ""
    seq_no: int = NOTHING

    @property
    def address(self) -> dict[str, str]:
        """How ``_mget`` names it."""
        return {"_id": self.id} | ({} if self.routing is None else {"routing": self.routing})


def positions(cluster: Cluster, index: str, *, last: bool = False) -> dict[str, int]:
    """Of each shard, the sequence number up to which all copies have all operations.

    Args:
        last: of the primary's last operation instead; the same once writes are blocked.
    """
    answer = cluster.request("GET", f"/{index_path(index)}/_stats", params={"level": "shards"})
    name = "max_seq_no" if last else "global_checkpoint"
    found = {
        shard: int(copy["seq_no"][name])
        for shard, copies in answer["indices"].get(index, {}).get("shards", {}).items()
        for copy in copies
        if copy["routing"]["primary"] and copy.get("seq_no")
    }
    if answer["_shards"]["failed"] or not found or len(found) < _shards(cluster, index):
        raise RequestFailed(f"{index}: not all of its shards are there", status=503, reason="shards missing")
    return found


def _shards(cluster: Cluster, index: str) -> int:
    answer = cluster.request("GET", f"/{index_path(index)}/_settings", params={"flat_settings": True})
    return int(answer[index]["settings"]["index.number_of_shards"])


def most_hits(cluster: Cluster, index: str) -> int:
    """How many documents one search of an index may return (``index.max_result_window``)."""
    answer = cluster.request("GET", f"/{index_path(index)}/_settings", params={"flat_settings": True})
    return int(answer[index]["settings"].get("index.max_result_window", 10_000))


def refresh(cluster: Cluster, index: str) -> None:
    """Makes every operation visible to searches.

    Raises:
        RequestFailed: not on all shards (status 503).
    """
    shards = cluster.request("POST", f"/{index_path(index)}/_refresh")["_shards"]
    if shards["failed"]:
        raise RequestFailed(
            f"{index}: not all shards could be refreshed", status=503, reason="shards missing"
        )


def count(cluster: Cluster, index: str) -> int:
    """The documents of an index, all shards answering.

    Raises:
        RequestFailed: not all of them did (status 503).
    """
    answer = cluster.request("GET", f"/{index_path(index)}/_count")
    if answer["_shards"]["failed"]:
        raise RequestFailed(f"{index}: not all of its shards are there", status=503, reason="shards missing")
    return int(answer["count"])


def page(
    cluster: Cluster,
    index: str,
    shard: str,
    *,
    after: int,
    up_to: int,
    size: int,
    with_source: bool = True,
    exclude_vectors: bool | None = None,
) -> list[Document]:
    """The first documents of a shard with sequence numbers from ``after`` (exclusive) to ``up_to`` (inclusive).

    Args:
        size: how many at most.
        exclude_vectors: what to ask of an Elasticsearch that leaves vectors out of the source it shows.
    """
    body: dict[str, Any] = {
        "size": size,
        "version": True,
        "seq_no_primary_term": True,
        "track_total_hits": False,
        "sort": ["_seq_no"],
        "query": {"range": {"_seq_no": {"gt": after, "lte": up_to}}},
        "_source": with_source if exclude_vectors is None else {"exclude_vectors": exclude_vectors},
    }
    text = cluster.request_text(
        "POST",
        f"/{index_path(index)}/_search",
        params={"preference": f"_shards:{shard}", "allow_partial_search_results": False},
        body=body,
    )
    return [_document(members(hit)) for hit in items(members(members(text)["hits"])["hits"])]


def get(
    cluster: Cluster, index: str, wanted: Sequence[Document], *, with_source: bool = True
) -> dict[tuple[str, str | None], Document]:
    """Looks documents up by id and routing; those that are not there are left out."""
    if not wanted:
        return {}
    text = cluster.request_text(
        "POST",
        f"/{index_path(index)}/_mget",
        params={} if with_source else {"_source": False},
        body={"docs": [each.address for each in wanted]},
    )
    found = {}
    for raw in map(members, items(members(text)["docs"])):
        if "error" in raw:
            raise RequestFailed(
                f"{index}: a document cannot be read: {raw['error']}", status=503, reason=raw["error"]
            )
        if raw.get("found") == "true":
            document = _document(raw)
            found[document.id, document.routing] = document
    return found


def sample(cluster: Cluster, index: str, size: int) -> list[Document]:
    """Documents drawn at random, without their source."""
    answer = cluster.search(
        index,
        {
            "size": size,
            "version": True,
            "_source": False,
            "query": {"function_score": {"query": {"match_all": {}}, "random_score": {}}},
        },
        params={"allow_partial_search_results": False},
    )
    return [Document(hit["_id"], hit.get("_routing"), int(hit["_version"])) for hit in answer["hits"]["hits"]]


Fetch = Callable[[int, int], "list[Document]"]


def walk(fetch: Fetch, after: int, up_to: int, size: int) -> Iterator[tuple[list[Document], int]]:
    """Goes through a range of sequence numbers.

    A range is asked for in windows, so that the engine need not sort all that is left for every page. Updates and
    deletions leave holes: the window grows where there are few documents.

    Args:
        fetch: returns at most ``size`` documents after (exclusive) and up to (inclusive) a sequence number.
        size: documents to fetch at a time.

    Yields:
        Documents, and the position behind them.
    """
    window = size
    while after < up_to:
        end = min(up_to, after + window)
        found = fetch(after, end)
        if len(found) == size:
            window = max(size, window // 2)
            end = found[-1].seq_no
        elif len(found) < size // 2:
            window *= 2
        yield found, end
        after = end


def batches(documents: Iterable[Document], size: int) -> Iterator[list[Document]]:
    """Cuts documents into lists of at most ``size``."""
    batch: list[Document] = []
    for document in documents:
        batch.append(document)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _document(raw: Mapping[str, str]) -> Document:
    return Document(
        id=json.loads(raw["_id"]),
        routing=json.loads(raw["_routing"]) if "_routing" in raw else None,
        version=int(raw["_version"]),
        source=raw.get("_source", ""),
        seq_no=int(raw.get("_seq_no", NOTHING)),
    )
