from __future__ import annotations

import json
import logging
import traceback

import pytest
from fakes.server import ELASTICSEARCH, OPENSEARCH, Answer, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.errors import ClusterError, NotFound, RequestFailed, Unreachable

SECRET = "Str0ng-Passw0rd"


@pytest.fixture(params=[OPENSEARCH, ELASTICSEARCH], ids=["opensearch-py", "elasticsearch-py"])
def setting(request):
    with serving({"GET /": Answer(request.param)}) as server:
        options = ConnectionOptions(urls=(server.url,), username="me", password=SECRET, timeout=5)
        with connect(options) as cluster:
            server.asked.clear()
            yield server, cluster


def test_parameters_are_written_the_way_the_engines_read_them(setting):
    server, cluster = setting
    server.routes["GET /_x"] = Answer({})
    cluster.request(
        "GET", "/_x", params={"flag": True, "list": ["a", "b"], "n": 3, "timeout": "30s", "no": None}
    )
    assert server.asked[0].query == {"flag": "true", "list": "a,b", "n": "3", "timeout": "30s"}


def test_a_json_body_is_sent_as_json(setting):
    server, cluster = setting
    server.routes["POST /x/_search"] = Answer({"hits": {}})
    assert cluster.search("x", {"query": {"match": {"t": "né"}}}) == {"hits": {}}
    assert json.loads(server.asked[0].body) == {"query": {"match": {"t": "né"}}}
    assert "json" in server.asked[0].headers["content-type"]


@pytest.mark.parametrize("path", ["/_bulk", "/x/_bulk", "/_msearch"])
def test_a_sequence_is_sent_one_value_a_line(setting, path):
    server, cluster = setting
    server.routes[f"POST {path}"] = Answer({})
    cluster.request("POST", path, body=[{"index": {}}, {"t": "a\nb"}])
    assert [json.loads(line) for line in server.asked[0].body.splitlines()] == [{"index": {}}, {"t": "a\nb"}]
    assert server.asked[0].body.endswith("\n")
    assert "x-ndjson" in server.asked[0].headers["content-type"]


def test_text_comes_back_as_text_and_head_as_a_boolean(setting):
    server, cluster = setting
    server.routes |= {
        "GET /_cat/indices": Answer("a\nb\n"),
        "HEAD /x": Answer({}),
        "HEAD /y": Answer({}, 404),
    }
    assert cluster.request("GET", "/_cat/indices") == "a\nb\n"
    assert cluster.request("HEAD", "/x") is True
    assert cluster.request("HEAD", "/y") is False


def test_index_names_cannot_change_the_path(setting):
    server, cluster = setting
    server.routes["DELETE /a%2Fb%3Fc"] = Answer({})
    cluster.delete_index("a/b?c")
    assert server.asked[0].path == "/a%2Fb%3Fc"


def test_every_request_carries_the_credentials(setting):
    server, cluster = setting
    server.routes["GET /_x"] = Answer({})
    cluster.request("GET", "/_x")
    assert server.asked[0].headers["authorization"].startswith("Basic ")


def test_errors_carry_status_type_and_reason(setting):
    server, cluster = setting
    payload = {"error": {"type": "index_not_found_exception", "reason": "no such index [x]"}, "status": 404}
    server.routes["POST /x/_search"] = Answer(payload, 404)
    with pytest.raises(NotFound) as caught:
        cluster.search("x", {})
    assert (caught.value.status, caught.value.type) == (404, "index_not_found_exception")
    assert caught.value.reason == "no such index [x]"


def test_a_busy_cluster_is_asked_again(setting, monkeypatch):
    monkeypatch.setattr("esneg.clusters.retry.time.sleep", lambda seconds: None)
    server, cluster = setting
    answers = [Answer({"error": "busy"}, 429), Answer({"error": "starting"}, 503), Answer({"ok": True})]
    server.routes["GET /_x"] = lambda asked: answers.pop(0)
    assert cluster.request("GET", "/_x") == {"ok": True}
    assert len(server.asked) == 3


def test_an_answer_that_nobody_can_read_is_an_error(setting):
    server, cluster = setting
    server.routes["GET /_x"] = Answer("{half", content_type="application/json")
    with pytest.raises(Unreachable):
        cluster.request("GET", "/_x")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500])
def test_a_server_that_echoes_the_secrets_does_not_make_us_show_them(setting, caplog, status):
    server, cluster = setting
    header = []

    def echo(asked):
        header.append(asked.headers["authorization"].split()[1])
        return Answer(
            {
                "error": {
                    "type": "x",
                    "reason": f"you sent {SECRET} in {header[-1]}",
                    "caused_by": {"reason": f"{SECRET}!"},
                }
            },
            status,
        )

    server.routes["GET /_x"] = echo
    with caplog.at_level(logging.INFO), pytest.raises(ClusterError) as caught:
        cluster.request("GET", "/_x")
    error = caught.value
    shown = "".join(traceback.format_exception(error)) + repr(error) + str(vars(error))
    for secret in (SECRET, header[0]):
        assert secret not in shown
        assert secret not in caplog.text


def test_a_query_that_the_engine_does_not_explain_is_an_error(setting):
    server, cluster = setting
    server.routes["POST /x/_validate/query"] = Answer(
        {"valid": False, "explanations": [{"error": "no field"}]}
    )
    with pytest.raises(RequestFailed, match="no field"):
        cluster.explain_query("x", {"match": {"t": "x"}})
