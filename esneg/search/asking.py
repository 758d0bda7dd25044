"""Sending the requests of one search: within its time, and remembered for whoever wants to see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.search.deadline import Deadline
from esneg.search.lost_node import asked_again
from esneg.search.results import Asked


class Asker:
    """The way from one search to the cluster.

    Args:
        cluster: a connected cluster.
        deadline: of the whole search; each request may take what is left.
        preference: sends searches with the same value to the same copies of the shards; None leaves it to the engine.
    """

    def __init__(self, cluster: Cluster, deadline: Deadline, preference: str | None = None) -> None:
        self.cluster = cluster
        self.requests: list[Asked] = []
        self._deadline = deadline
        self._preference = preference

    def search(
        self, index: str, body: Mapping[str, Any], params: Mapping[str, Any] | None = None
    ) -> Mapping[str, Any]:
        """One ``_search``."""
        preference = {} if self._preference is None else {"preference": self._preference}
        return self._send(f"/{index_path(index)}/_search", {**(params or {}), **preference}, dict(body))

    def msearch(self, index: str, bodies: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Several searches of one index in one round trip."""
        header: dict[str, Any] = {"index": index}
        if self._preference is not None:
            header["preference"] = self._preference
        lines = [line for body in bodies for line in (header, body)]
        return self._send("/_msearch", {}, lines)

    def _send(self, path: str, params: Mapping[str, Any], body: Any) -> Mapping[str, Any]:
        self.requests.append(Asked("POST", path, params, body))

        def send() -> Mapping[str, Any]:
            answer: Mapping[str, Any] = self.cluster.request(
                "POST", path, params=params or None, body=body, timeout=self._deadline.remaining
            )
            return answer

        return self._deadline.run("asking the engine", lambda: asked_again(send, self._remaining))

    def _remaining(self) -> float | None:
        return self._deadline.remaining
