"""A cluster that answers as a real one was recorded to, and only to the requests that were recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from esneg.clusters import Capabilities, Cluster, ClusterInfo
from esneg.clusters.failures import HttpFailure, translated

OPENSEARCH = ClusterInfo(engine="opensearch", version="3.5.0", distribution="OpenSearch")
ELASTICSEARCH = ClusterInfo(engine="elasticsearch", version="8.19.21", distribution="Elasticsearch")


def asking(method: str, path: str, body: Any, response: Any, status: int = 200) -> dict[str, Any]:
    """An exchange that was not recorded, in the form of those that were."""
    return {"request": {"method": method, "path": path, "body": body}, "status": status, "response": response}


class ReplayCluster(Cluster):
    """Expects exchanges in their order; any other request fails the test.

    Args:
        info: the cluster that it plays.
        exchanges: what will be asked, with what is answered.
        capabilities: what it can do.
        mapping: of the index, answered whenever it is asked for; not a part of the exchanges.
    """

    def __init__(
        self,
        info: ClusterInfo,
        exchanges: Sequence[Mapping[str, Any]],
        *,
        capabilities: Capabilities | None = None,
        mapping: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(info)
        self._capabilities = capabilities or Capabilities(rrf=True, knn=True)
        self._mapping = mapping
        self.expected = list(exchanges)

    @property
    def url(self) -> str:
        return "http://recorded:9200"

    def close(self) -> None:
        pass

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        if self._mapping is not None and (method, path.rpartition("/")[2]) == ("GET", "_mapping"):
            return self._mapping
        assert self.expected, f"one request too many: {method} {path} {json.dumps(body)}"
        exchange = self.expected.pop(0)
        recorded = exchange["request"]
        address = urlsplit(recorded["path"])
        wanted = recorded["body"]
        if isinstance(wanted, str):  # NDJSON
            wanted = [json.loads(line) for line in wanted.splitlines()]
        assert (method, path) == (recorded["method"], address.path)
        # What stands in a URL is text.
        query = {
            name: str(value).lower() if value is True else str(value)
            for name, value in (params or {}).items()
        }
        assert query == dict(parse_qsl(address.query))
        assert body == wanted
        if exchange["status"] >= 400:
            failure = HttpFailure(exchange["status"], exchange["response"])
            raise translated(failure, request=f"{method} {path}", where=self.url)
        return exchange["response"]

    def request_text(self, method: str, path: str, **options: Any) -> str:
        return json.dumps(self.request(method, path, **options))
