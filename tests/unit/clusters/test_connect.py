from __future__ import annotations

import pytest
from fakes.recorded import exchange
from fakes.server import ELASTICSEARCH, ELASTICSEARCH_7, OPENSEARCH, Answer, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.clusters.connect import connect as connect_function
from esneg.clusters.elasticsearch import ElasticsearchCluster
from esneg.clusters.opensearch import OpenSearchCluster
from esneg.errors import AccessDenied, Unreachable, UsageError


def connected_to(root, **routes):
    with (
        serving({"GET /": root, **routes}) as server,
        connect(ConnectionOptions(urls=(server.url,))) as cluster,
    ):
        return cluster


def version(number, **more):
    return Answer({**ELASTICSEARCH, "version": {"number": number, **more}})


@pytest.mark.parametrize(
    ("root", "client", "family", "distribution", "number"),
    [
        (Answer(OPENSEARCH), OpenSearchCluster, "opensearch", "OpenSearch", (3, 5, 0)),
        (
            Answer(exchange("opensearch", "root")["response"]),
            OpenSearchCluster,
            "opensearch",
            "OpenSearch",
            (3, 5, 0),
        ),
        (
            Answer(exchange("elasticsearch", "root")["response"]),
            ElasticsearchCluster,
            "elasticsearch",
            "Elasticsearch",
            (8, 19, 21),
        ),
        (
            Answer(ELASTICSEARCH_7),
            OpenSearchCluster,
            "elasticsearch",
            "Elasticsearch (open source)",
            (7, 10, 2),
        ),
        (version("7.17.29"), OpenSearchCluster, "elasticsearch", "Elasticsearch", (7, 17, 29)),
        (version("9.2.0-SNAPSHOT"), ElasticsearchCluster, "elasticsearch", "Elasticsearch", (9, 2, 0)),
        (
            version("8.11.0", build_flavor="serverless"),
            ElasticsearchCluster,
            "elasticsearch",
            "Elasticsearch Serverless",
            (8, 11, 0),
        ),
    ],
)
def test_the_engine_is_found_by_asking(root, client, family, distribution, number):
    cluster = connected_to(root)
    assert type(cluster) is client
    assert (cluster.info.engine, cluster.info.distribution) == (family, distribution)
    assert cluster.info.version_tuple == number


def test_opensearch_that_calls_itself_7_10_2_is_still_opensearch():
    cluster = connected_to(Answer({"version": {"number": "7.10.2"}, "tagline": OPENSEARCH["tagline"]}))
    assert cluster.info.engine == "opensearch"


@pytest.mark.parametrize(
    ("module", "family", "number"),
    [("elasticsearch_version", "elasticsearch", "8.19.21"), ("opensearch_version", "opensearch", "2.19.1")],
)
def test_a_cluster_without_root_end_point_is_asked_for_its_node(module, family, number):
    nodes = {"cluster_name": "c", "nodes": {"n": {"version": number, "modules": [{module: number}]}}}
    refused = Answer({"error": "Incorrect HTTP method for uri [/] and method [GET]", "status": 405}, 405)
    cluster = connected_to(refused, **{"GET /_nodes/_local": Answer(nodes)})
    assert (cluster.info.engine, cluster.info.version, cluster.info.cluster_name) == (family, number, "c")


@pytest.mark.parametrize(
    "root",
    [
        Answer("<html>welcome</html>", content_type="text/html"),
        Answer("hello"),
        Answer({"version": "1.2", "name": "couchdb"}),
        Answer({"version": {"number": "1.0"}, "tagline": "something else"}),
        Answer([1, 2]),
        Answer("<html>not here</html>", 404, "text/html"),
        Answer([], 404),
        Answer("", 302),
        Answer("{not json", content_type="application/json"),
    ],
)
def test_a_server_that_is_no_search_engine_is_called_that(root):
    with pytest.raises(Unreachable, match="neither Elasticsearch nor OpenSearch"):
        connected_to(root)


def test_an_elasticsearch_that_is_too_old_is_refused():
    with pytest.raises(UsageError, match=r"Elasticsearch 6\.8\.23; esneg needs 7\.10"):
        connected_to(version("6.8.23"))


def test_a_cluster_that_refuses_the_key_is_not_asked_further():
    refused = Answer({"error": {"type": "security_exception", "reason": "unable to authenticate"}}, 401)
    with pytest.raises(AccessDenied, match="401"):
        connected_to(refused)


def test_opensearch_serverless_is_not_asked_for_what_it_lacks(monkeypatch):
    monkeypatch.setattr("esneg.clusters.aws.signer", lambda region, service: lambda *request: {})
    with serving({"GET /_cat/indices": Answer([])}) as server:
        options = ConnectionOptions(urls=(server.url,), aws_region="eu-west-1", aws_service="aoss")
        with connect_function(options) as cluster:
            assert cluster.info.distribution == "Amazon OpenSearch Serverless"
        assert [asked.path for asked in server.asked] == ["/_cat/indices"]


def test_a_cloud_id_that_cannot_be_read_is_refused():
    with pytest.raises(UsageError, match="cloud ID"):
        connect(ConnectionOptions(cloud_id="nonsense"))


def test_a_dead_node_is_passed_over():
    for root in (OPENSEARCH, ELASTICSEARCH):
        with serving({"GET /": Answer(root), "GET /_x": Answer({"ok": 1})}) as server:
            options = ConnectionOptions(urls=("http://127.0.0.1:9", server.url))
            with connect(options) as cluster:
                assert [cluster.request("GET", "/_x") for _ in range(4)] == [{"ok": 1}] * 4
