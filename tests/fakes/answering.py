"""A cluster of one index that finds the same hits whatever is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fakes.replay import OPENSEARCH, ReplayCluster
from fakes.vectors import vector_field

MAPPING: dict[str, Any] = {
    "docs": {
        "mappings": {
            "properties": {
                "title": {"type": "text"},
                "text": {"type": "text"},
                "v": vector_field("opensearch"),
            }
        }
    }
}


class Answering(ReplayCluster):
    """Gives the same hits to every leg, and keeps what was asked."""

    def __init__(self, *ids: str, mapping: dict[str, Any] = MAPPING, **options: Any) -> None:
        super().__init__(OPENSEARCH, [], mapping=mapping, **options)
        self.ids = ids
        self.asked: list[tuple[str, Mapping[str, Any], Any]] = []

    def request(
        self, method: str, path: str, *, params: Any = None, body: Any = None, timeout: Any = None
    ) -> Any:
        if path.endswith("_mapping"):
            return super().request(method, path)
        self.asked.append((path, params or {}, body))
        hits = [
            {"_id": each, "_index": "docs", "_score": 1 / (rank + 1), "_source": {"text": each, "title": "T"}}
            for rank, each in enumerate(self.ids)
        ]
        answer = {"_shards": {"total": 1, "failed": 0}, "hits": {"hits": hits}}
        return {"responses": [answer] * (len(body) // 2)} if path == "/_msearch" else answer
