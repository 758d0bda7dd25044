"""`Cluster.request_text`: the answer as it came, through both client libraries."""

from __future__ import annotations

import pytest
from fakes.server import ELASTICSEARCH, OPENSEARCH, Answer, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.errors import NotFound

WRITTEN = '{"hits" : [ {"price": 1.10, "price": 1E5, "name":"\\u00e9"} ]\n}'


@pytest.mark.parametrize("greeting", [OPENSEARCH, ELASTICSEARCH], ids=["opensearch-py", "elasticsearch-py"])
def test_the_text_is_neither_parsed_nor_written_again(greeting: dict[str, object]) -> None:
    routes = {
        "GET /": Answer(greeting),
        "GET /_all": Answer(WRITTEN, content_type="application/json"),
        "GET /none": Answer({"error": {"type": "index_not_found_exception", "reason": "no such index"}}, 404),
    }
    with serving(routes) as fake, connect(ConnectionOptions(urls=(fake.url,))) as cluster:
        assert cluster.request_text("GET", "/_all") == WRITTEN
        with pytest.raises(NotFound, match="no such index"):
            cluster.request_text("GET", "/none")
        assert cluster.request("GET", "/_all")["hits"][0]["price"] == 1e5
