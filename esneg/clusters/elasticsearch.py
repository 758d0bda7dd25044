"""A cluster asked through elasticsearch-py: Elasticsearch 8 and later."""

from __future__ import annotations

from typing import Any

from elastic_transport import ConnectionError as ClientConnectionError
from elastic_transport import ConnectionTimeout, SerializationError
from elasticsearch import ApiError, Elasticsearch, UnsupportedProductError
from elasticsearch.serializer import JsonSerializer

from esneg.clusters.base import ClusterInfo
from esneg.clusters.client import ClientCluster
from esneg.clusters.failures import HttpFailure, NoAnswer
from esneg.clusters.options import ConnectionOptions
from esneg.clusters.unparsed import KeepsText, parsed


class _Serializer(KeepsText, JsonSerializer):
    pass


class ElasticsearchCluster(ClientCluster):
    """A cluster behind elasticsearch-py."""

    def __init__(self, info: ClusterInfo, options: ConnectionOptions) -> None:
        super().__init__(info, options)
        self._client = Elasticsearch(list(options.urls), **_client_options(options))
        self._timeout = options.timeout

    def close(self) -> None:
        """Releases the connections."""
        self._client.close()

    def _send(
        self, method: str, path: str, params: dict[str, str], body: Any, *, ndjson: bool, timeout: float
    ) -> Any:
        headers = {
            "accept": "text/plain,application/json" if path.startswith("/_cat/") else "application/json"
        }
        if body is not None:
            headers["content-type"] = "application/x-ndjson" if ndjson else "application/json"
        # `options` builds a whole client, forty namespaces with it: 0.3 ms that a search need not spend.
        client = self._client if timeout == self._timeout else self._client.options(request_timeout=timeout)
        try:
            return client.perform_request(method, path, params=params, headers=headers, body=body).body
        except (ClientConnectionError, ConnectionTimeout) as error:
            raise NoAnswer.because_of(error.errors[0] if error.errors else error) from None
        except (SerializationError, UnsupportedProductError) as error:
            raise NoAnswer("unreadable", error) from None
        except ApiError as error:
            raise HttpFailure(error.meta.status, parsed(error.body)) from None


def _client_options(options: ConnectionOptions) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "request_timeout": options.timeout,
        "max_retries": 0,
        "retry_on_status": (),
        "serializers": {_Serializer.mimetype: _Serializer()},
    }
    if options.insecure:
        chosen |= {"verify_certs": False, "ssl_show_warn": False}
    if options.ca_certs:
        chosen["ca_certs"] = str(options.ca_certs)
    if options.authorization:
        chosen["headers"] = {"authorization": options.authorization}
    return chosen
