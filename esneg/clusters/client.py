"""A cluster behind a client library: what is the same whichever library it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from esneg.clusters.base import Cluster, ClusterInfo
from esneg.clusters.diagnosis import diagnosed
from esneg.clusters.failures import HttpFailure, NoAnswer, translated
from esneg.clusters.options import ConnectionOptions
from esneg.clusters.retry import only_reads, with_retries
from esneg.clusters.unparsed import unparsed
from esneg.errors import ClusterError

_NDJSON_ENDPOINTS = ("/_bulk", "/_msearch", "/_msearch/template")


class ClientCluster(Cluster):
    """A cluster that is asked through a client library, with esneg's retries and esneg's errors."""

    def __init__(self, info: ClusterInfo, options: ConnectionOptions) -> None:
        super().__init__(info)
        self._options = options

    @abstractmethod
    def _send(
        self, method: str, path: str, params: dict[str, str], body: Any, *, ndjson: bool, timeout: float
    ) -> Any:
        """Sends the request once.

        Args:
            method: the HTTP method.
            path: the path, quoted.
            params: the query parameters.
            body: the body, not yet serialised.
            ndjson: the body is a sequence of JSON values, one a line.
            timeout: seconds.

        Raises:
            HttpFailure: the answer has an error status.
            NoAnswer: no answer came, or none that can be read.
        """

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        """See `Cluster.request`. What is safe to send again is sent again: `esneg.clusters.retry`."""
        query = {name: _query_value(value) for name, value in (params or {}).items() if value is not None}
        seconds = self._options.timeout if timeout is None else timeout
        ndjson = path.endswith(_NDJSON_ENDPOINTS)
        try:
            return with_retries(
                lambda: self._send(method, path, query, body, ndjson=ndjson, timeout=seconds),
                reads=only_reads(method, path),
                nodes=len(self._options.urls),
            )
        except HttpFailure as failure:
            error = translated(failure, request=f"{method} {path}", where=self.url)
        except NoAnswer as failure:
            error = diagnosed(failure, url=self.url, timeout=seconds)
        # Raised here and not above: nothing of the library's exceptions, which hold headers, hangs on to it.
        raise self._redacted(error)

    def request_text(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> str:
        """See `Cluster.request_text`."""
        with unparsed():
            return str(self.request(method, path, params=params, body=body, timeout=timeout))

    @property
    def options(self) -> ConnectionOptions:
        """What it was connected with, so that another process can connect in the same way."""
        return self._options

    @property
    def url(self) -> str:
        """The cluster's address (the first, when there are several), without credentials."""
        return self._options.urls[0]

    def _redacted(self, error: ClusterError) -> ClusterError:
        redact = self._options.redact
        error.message = redact(error.message)
        error.args = (error.message,)
        error.details = tuple(redact(line) for line in error.details)
        if hasattr(error, "reason"):
            error.reason = redact(error.reason)
        return error


def _query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(map(str, value))
    return str(value)
