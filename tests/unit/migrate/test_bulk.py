from __future__ import annotations

import json
from typing import Any

import pytest
from fakes.server import OPENSEARCH, Answer, Asked, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.errors import NotFound, RequestFailed
from esneg.migrate import bulk
from esneg.migrate.documents import Document
from esneg.migrate.errors import RefusedDocument


def item(status: int, error: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"index": {"status": status} | ({"error": error} if error else {})}


def written(
    documents: list[Document], *answers: Answer, mget: Answer | None = None
) -> tuple[Any, list[Asked]]:
    waiting = list(answers)
    routes: dict[str, Any] = {
        "GET /": Answer(OPENSEARCH),
        "POST /t/_bulk": lambda asked: waiting.pop(0),
        "POST /t/_mget": mget or Answer({"docs": []}),
        "PUT /t/_doc/a%2Fb": Answer({"result": "created"}, 201),
    }
    with serving(routes) as server, connect(ConnectionOptions(urls=(server.url,))) as cluster:
        refused = bulk.write(cluster, "t", documents)
        return refused, [each for each in server.asked if each.path != "/"]


def test_ids_routings_versions_and_bytes_go_as_they_are() -> None:
    documents = [Document("1", None, 7, '{"a":  1.10}'), Document("2", "north", 1, "{}")]
    refused, (asked,) = written(documents, Answer({"items": [item(201), item(201)]}))
    assert refused == []
    first, source, second, _ = asked.body.splitlines()
    assert json.loads(first) == {"index": {"_id": "1", "version": 7, "version_type": "external"}}
    assert source == '{"a":  1.10}'
    assert json.loads(second)["index"]["routing"] == "north"


def test_nothing_is_written_by_way_of_an_alias_that_is_gone() -> None:
    error = {"type": "index_not_found_exception", "reason": "no such index [t] and [require_alias] is [true]"}
    answer = {"items": [item(404, error)]}
    with pytest.raises(NotFound, match="no such index"):
        written([Document("1", None, 1, "{}")], Answer(answer))
    gone = Answer({"items": [{"delete": {"status": 404, "error": error}}]})
    routes = {"GET /": Answer(OPENSEARCH), "POST /t/_bulk": gone}
    with serving(routes) as server, connect(ConnectionOptions(urls=(server.url,))) as cluster:
        with pytest.raises(NotFound, match="no such index"):
            bulk.delete(cluster, "t", [Document("1", None, 1)])
        assert server.asked[-1].query == {"require_alias": "true"}


def test_a_document_with_line_breaks_goes_alone_and_keeps_them() -> None:
    document = Document("a/b", "r", 3, '{\n"a": 1}')
    refused, (asked,) = written([document])
    assert refused == []
    assert (asked.method, asked.body) == ("PUT", '{\n"a": 1}')
    assert dict(asked.query) == {
        "routing": "r",
        "version": "3",
        "version_type": "external",
        "require_alias": "true",
    }


def test_refused_documents_come_with_the_deepest_reason() -> None:
    error = {
        "type": "mapper_parsing_exception",
        "reason": "failed to parse field [n]",
        "caused_by": {"type": "x", "reason": "for input string: abc"},
    }
    refused, _ = written([Document("1", None, 1, "{}")], Answer({"items": [item(400, error)]}))
    assert refused == [RefusedDocument("1", None, "failed to parse field [n]: for input string: abc")]


@pytest.mark.parametrize("status", [429, 503])
def test_an_item_that_the_cluster_took_not_now_is_no_refused_document(status: int) -> None:
    error = {"type": "es_rejected_execution_exception", "reason": "queue full"}
    with pytest.raises(RequestFailed, match="queue full") as caught:
        written([Document("1", None, 1, "{}")], Answer({"items": [item(status, error)]}))
    assert caught.value.status == status


def test_what_is_there_already_is_left_as_it_is() -> None:
    there = {"docs": [{"_id": "1", "_version": 1, "found": True, "_source": {"a": 1}}]}
    conflict = {"type": "version_conflict_engine_exception", "reason": "conflict"}
    refused, asked = written(
        [Document("1", None, 1, '{"a": 1}')], Answer({"items": [item(409, conflict)]}), mget=Answer(there)
    )
    assert refused == []
    assert [each.path for each in asked] == ["/t/_bulk", "/t/_mget"]


def test_another_content_under_the_same_version_is_written_over() -> None:
    there = {"docs": [{"_id": "1", "_version": 1, "found": True, "_source": {"a": "before it was deleted"}}]}
    conflict = {"type": "version_conflict_engine_exception", "reason": "conflict"}
    refused, asked = written(
        [Document("1", None, 1, '{"a": 1}')],
        Answer({"items": [item(409, conflict)]}),
        Answer({"items": [item(200)]}),
        mget=Answer(there),
    )
    assert refused == []
    assert json.loads(asked[-1].body.splitlines()[0]) == {"index": {"_id": "1"}}
