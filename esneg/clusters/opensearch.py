"""A cluster asked through opensearch-py: OpenSearch, and Elasticsearch before 8.

Both clients work with Elasticsearch 7.17. But elasticsearch-py 8 fails on 7.10, which neither accepts its media
types (406) nor names its product; opensearch-py sends plain JSON and so serves the whole 7 line.
"""

from __future__ import annotations

import logging
from typing import Any

from opensearchpy import OpenSearch
from opensearchpy.exceptions import ConnectionError as ClientConnectionError
from opensearchpy.exceptions import SerializationError, TransportError
from opensearchpy.serializer import JSONSerializer

from esneg.clusters.base import ClusterInfo
from esneg.clusters.client import ClientCluster
from esneg.clusters.failures import HttpFailure, NoAnswer
from esneg.clusters.options import ConnectionOptions
from esneg.clusters.unparsed import KeepsText

# The library logs each failure as a warning; without any handler Python prints those on stderr.
logging.getLogger("opensearch").addHandler(logging.NullHandler())


class _Serializer(KeepsText, JSONSerializer):
    pass


class OpenSearchCluster(ClientCluster):
    """A cluster behind opensearch-py."""

    def __init__(self, info: ClusterInfo, options: ConnectionOptions) -> None:
        super().__init__(info, options)
        self._client = OpenSearch(list(options.urls), **_client_options(options))

    def close(self) -> None:
        """Releases the connections."""
        self._client.close()

    def _send(
        self, method: str, path: str, params: dict[str, str], body: Any, *, ndjson: bool, timeout: float
    ) -> Any:
        headers = {}
        if ndjson and isinstance(body, (list, tuple)):
            dumps = self._client.transport.serializer.dumps
            body = "".join(f"{dumps(line)}\n" for line in body)
            headers["content-type"] = "application/x-ndjson"
        try:
            return self._client.transport.perform_request(
                method, path, params=params, body=body, headers=headers, timeout=timeout
            )
        except ClientConnectionError as error:
            raise NoAnswer.because_of(error.info if isinstance(error.info, Exception) else error) from None
        except TransportError as error:
            raise HttpFailure(int(error.status_code), error.info or error.error) from None
        except (SerializationError, AttributeError) as error:
            # AttributeError: the library trips over an error whose body is JSON, but no object.
            raise NoAnswer("unreadable", error) from None


def _client_options(options: ConnectionOptions) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "timeout": options.timeout,
        "max_retries": 0,
        "retry_on_status": (),
        "ssl_show_warn": False,
        "serializer": _Serializer(),
        # As elasticsearch-py has it: bulk loads send from several threads.
        "pool_maxsize": 10,
    }
    if options.insecure:
        chosen["verify_certs"] = False
        chosen["ssl_assert_hostname"] = False
    if options.ca_certs:
        chosen["ca_certs"] = str(options.ca_certs)
    if options.authorization:
        chosen["headers"] = {"authorization": options.authorization}
    if options.aws_region:
        from esneg.clusters.aws import signer

        chosen["http_auth"] = signer(options.aws_region, options.aws_service)
    return chosen
