"""What every engine looks like to the rest of esneg."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal
from urllib.parse import quote

Engine = Literal["elasticsearch", "opensearch"]


@dataclass(frozen=True)
class ClusterInfo:
    """What ``GET /`` says about a cluster.

    Attributes:
        engine: the family whose API it speaks. Elasticsearch 7.10 as AWS runs it is "elasticsearch".
        version: the version as the cluster gives it, such as "3.5.0".
        distribution: the name to show a person: "OpenSearch", "Elasticsearch", "Elasticsearch (open source)".
        cluster_name: the cluster's name.
        lucene_version: "" when not given.
    """

    engine: Engine
    version: str
    distribution: str
    cluster_name: str = ""
    lucene_version: str = ""

    @property
    def version_tuple(self) -> tuple[int, ...]:
        """The numeric parts of the version, so that versions compare: "8.19.21-SNAPSHOT" is (8, 19, 21)."""
        parts = self.version.split("-")[0].split(".")
        return tuple(int(part) for part in parts if part.isdigit())


@dataclass(frozen=True)
class Capabilities:
    """What a cluster can do, found by asking it and not by its version.

    Attributes:
        licence: the licence type on Elasticsearch ("basic", "trial", "enterprise"), "" where there is none.
        plugins: the names of the installed plugins and modules, sorted.
        rrf: can fuse legs by reciprocal rank inside the engine.
        knn: can store vectors and search them.
        reindex: has ``_reindex``.
        reasons: for each ability that is absent, why ("licence basic", "plugin neural-search absent").
    """

    licence: str = ""
    plugins: tuple[str, ...] = ()
    rrf: bool = False
    knn: bool = False
    reindex: bool = False
    reasons: Mapping[str, str] = field(default_factory=dict)


def index_path(name: str | Sequence[str]) -> str:
    """Quotes an index, alias, data stream or wildcard expression (or several) for use in a URL path.

    Commas between names and ``*`` stay as they are; everything else that could change the path is escaped.
    """
    names = [name] if isinstance(name, str) else list(name)
    return ",".join(quote(each, safe="*,") for each in names)


class Cluster(ABC):
    """A connected cluster. One subclass an engine; all verbs are built on `request`.

    Use it as a context manager, or call `close`.
    """

    def __init__(self, info: ClusterInfo) -> None:
        self.info = info
        self._capabilities: Capabilities | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """The cluster's address, without credentials: what messages call it."""

    @abstractmethod
    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        """Sends one request and returns the parsed JSON answer (text where the answer is not JSON).

        Args:
            method: the HTTP method.
            path: starts with "/"; names in it are already quoted (`index_path`).
            params: query parameters; booleans and lists are written the way the engines read them.
            body: a JSON value, or for NDJSON end points (``_bulk``, ``_msearch``) a sequence of JSON values.
            timeout: seconds for this request; the connection's own when absent.

        Raises:
            Unreachable: no answer.
            AccessDenied: 401, or 403 for want of a permission.
            NotFound: 404.
            RequestFailed: any other error status, and a 403 that no permission would change: the licence lacks
                the feature, or the index is blocked.
        """

    @abstractmethod
    def request_text(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> str:
        """As `request`, but returns the answer's text as it came, so that documents in it keep their bytes."""

    @abstractmethod
    def close(self) -> None:
        """Releases the connections."""

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def capabilities(self) -> Capabilities:
        """Asks the cluster what it can do (asked once, then remembered)."""
        if self._capabilities is None:
            from esneg.clusters.capabilities import find_capabilities

            self._capabilities = find_capabilities(self)
        return self._capabilities

    # --- the verbs, the same on every engine --------------------------------------------------------------

    def create_index(self, index: str, body: Mapping[str, Any]) -> None:
        """Creates an index with ``settings``, ``mappings`` and ``aliases``."""
        self.request("PUT", f"/{index_path(index)}", body=body)

    def delete_index(self, index: str, *, missing_ok: bool = False) -> None:
        """Deletes one index by its full name (no wildcard)."""
        self.request("DELETE", f"/{index_path(index)}", params={"ignore_unavailable": missing_ok})

    def bulk_index(
        self, index: str, documents: Iterable[tuple[str, Mapping[str, Any]]], *, refresh: bool = True
    ) -> list[Mapping[str, Any]]:
        """Indexes ``(id, source)`` pairs in one ``_bulk`` request; returns the items that failed."""
        lines: list[Any] = []
        for identifier, source in documents:
            lines += [{"index": {"_id": identifier}}, source]
        if not lines:
            return []
        answer = self.request("POST", f"/{index_path(index)}/_bulk", params={"refresh": refresh}, body=lines)
        return [item["index"] for item in answer["items"] if item["index"].get("error")]

    def analyze(self, body: Mapping[str, Any], index: str | None = None) -> Mapping[str, Any]:
        """``_analyze``, in the context of an index when one is given."""
        path = f"/{index_path(index)}/_analyze" if index else "/_analyze"
        answer: Mapping[str, Any] = self.request("POST", path, body=body)
        return answer

    def explain_query(self, index: str, query: Mapping[str, Any]) -> str:
        """The Lucene query that the engine makes of ``query`` on an index, as text (``_validate/query``).

        This is the only trustworthy word on the search side: it shows the terms really searched.

        Raises:
            RequestFailed: the engine calls the query invalid, or explains nothing.
        """
        from esneg.errors import RequestFailed

        answer = self.request(
            "POST",
            f"/{index_path(index)}/_validate/query",
            params={"explain": True},
            body={"query": query},
        )
        explanations = answer.get("explanations") or []
        if not answer.get("valid") or not explanations:
            reason = answer.get("error") or next((e["error"] for e in explanations if e.get("error")), "")
            raise RequestFailed(
                f"{index}: the engine does not explain the query: {reason}", status=400, reason=reason
            )
        return str(explanations[0].get("explanation", ""))

    def search(
        self,
        index: str,
        body: Mapping[str, Any],
        *,
        params: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> Mapping[str, Any]:
        """``_search``."""
        answer: Mapping[str, Any] = self.request(
            "POST", f"/{index_path(index)}/_search", params=params, body=body, timeout=timeout
        )
        return answer
