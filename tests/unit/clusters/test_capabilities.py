from __future__ import annotations

import re

import pytest
from fakes.recorded import exchange
from fakes.server import ELASTICSEARCH, ELASTICSEARCH_7, OPENSEARCH, Answer, serving

from esneg.clusters import ConnectionOptions, connect, describe
from esneg.clusters.capabilities import NO_INDEX

EMPTY = Answer({"hits": {"hits": []}})
SEARCH = f"POST /{NO_INDEX}/_search"
DENIED = Answer({"error": {"type": "security_exception", "reason": "unauthorized for user [low]"}}, 403)
# As seen on OpenSearch 3.5.0 (with the module) and Elasticsearch 8.19.21 (without).
HAS_REINDEX = Answer({"error": {"type": "parse_exception", "reason": "request body is required"}}, 400)
NO_REINDEX = Answer(
    {"error": "Incorrect HTTP method for uri [/_reindex] and method [POST]", "status": 405}, 405
)


def recorded(source, note):
    found = exchange(source, note)
    return Answer(found["response"], found["status"])


def search_that(rrf=EMPTY, knn=EMPTY):
    return lambda asked: rrf if "rrf" in asked.body else knn


def capabilities_of(root, **routes):
    with (
        serving({"GET /": Answer(root), **routes}) as server,
        connect(ConnectionOptions(urls=(server.url,))) as cluster,
    ):
        found = cluster.capabilities()
        assert cluster.capabilities() is found
        return found, server.asked


def nodes(*plugins):
    return Answer(
        {"nodes": {"n": {"plugins": [{"name": each} for each in plugins], "modules": [{"name": "geo"}]}}}
    )


def test_elasticsearch_with_a_trial_licence_can_do_all():
    found, _ = capabilities_of(
        ELASTICSEARCH,
        **{
            "GET /_license": Answer({"license": {"type": "trial"}}),
            "GET /_nodes/_local/plugins": nodes("analysis-icu"),
            SEARCH: EMPTY,
            "POST /_reindex": HAS_REINDEX,
        },
    )
    assert (found.rrf, found.knn, found.reindex, dict(found.reasons)) == (True, True, True, {})
    assert found.licence == "trial"
    assert found.plugins == ("analysis-icu", "geo")


@pytest.mark.parametrize(
    ("refusal", "reason"),
    [
        (recorded("elasticsearch", "rrf retriever"), r"licence basic: .*Reciprocal Rank Fusion"),
        (
            recorded("elasticsearch", "rrf retriever unknown"),
            r"8\.19\.21 does not know it \(unknown retriever",
        ),
        (DENIED, "not permitted to ask"),
        (Answer({"error": {"reason": "strange"}}, 500), "strange"),
    ],
)
def test_an_ability_that_is_absent_comes_with_its_reason(refusal, reason):
    found, _ = capabilities_of(
        ELASTICSEARCH,
        **{
            "GET /_license": Answer({"license": {"type": "basic"}}),
            "GET /_nodes/_local/plugins": nodes(),
            SEARCH: search_that(rrf=refusal),
            "POST /_reindex": NO_REINDEX,
        },
    )
    assert (found.licence, found.rrf, found.knn, found.reindex) == ("basic", False, True, False)
    assert re.search(reason, found.reasons["rrf"])
    assert found.reasons["reindex"] == "the cluster has no _reindex"


def test_opensearch_without_neural_search_cannot_fuse():
    found, _ = capabilities_of(
        OPENSEARCH,
        **{
            "GET /_nodes/_local/plugins": nodes("opensearch-knn"),
            SEARCH: search_that(rrf=recorded("opensearch", "hybrid query unknown")),
            "POST /_reindex": HAS_REINDEX,
        },
    )
    assert (found.rrf, found.knn, found.reindex) == (False, True, True)
    assert found.reasons == {"rrf": "plugin opensearch-neural-search absent (unknown query [hybrid])"}


def test_opensearch_that_knows_hybrid_but_not_the_processor_cannot_fuse():
    found, _ = capabilities_of(
        OPENSEARCH,
        **{
            "GET /_nodes/_local/plugins": nodes("opensearch-knn", "opensearch-neural-search"),
            SEARCH: search_that(rrf=recorded("opensearch", "RRF pipeline: processor unknown")),
            "POST /_reindex": HAS_REINDEX,
        },
    )
    assert found.reasons == {"rrf": "Invalid processor type score-ranker-processor"}


def test_a_missing_index_shows_that_the_search_was_understood():
    found, _ = capabilities_of(
        ELASTICSEARCH, **{SEARCH: recorded("elasticsearch", "search on missing index")}
    )
    assert found.rrf
    assert found.knn


def test_where_node_information_is_closed_the_plain_list_is_read():
    found, _ = capabilities_of(
        OPENSEARCH,
        **{
            "GET /_nodes/_local/plugins": DENIED,
            "GET /_cat/plugins": recorded("opensearch-3.5.0+knn+neural-search", "plugins"),
            SEARCH: EMPTY,
        },
    )
    assert found.plugins == ("opensearch-knn", "opensearch-neural-search")


def test_what_may_not_be_asked_is_said():
    found, _ = capabilities_of(
        ELASTICSEARCH,
        **{
            "GET /_license": DENIED,
            "GET /_nodes/_local/plugins": DENIED,
            "GET /_cat/plugins": DENIED,
            SEARCH: DENIED,
            "POST /_reindex": DENIED,
        },
    )
    assert not any((found.rrf, found.knn, found.reindex, found.licence, found.plugins))
    assert set(found.reasons) == {"licence", "plugins", "rrf", "knn", "reindex"}
    assert all(reason.startswith("not permitted to ask") for reason in found.reasons.values())


def test_the_open_source_elasticsearch_has_no_licence_and_that_is_no_fault():
    found, _ = capabilities_of(ELASTICSEARCH_7, **{"GET /_nodes/_local/plugins": nodes()})
    assert found.licence == ""
    assert "licence" not in found.reasons


def test_asking_changes_nothing():
    _, asked = capabilities_of(OPENSEARCH, **{SEARCH: EMPTY})
    assert {each.method for each in asked} == {"GET", "POST"}
    posts = [each for each in asked if each.method == "POST"]
    assert {each.path for each in posts} == {f"/{NO_INDEX}/_search", "/_reindex"}
    assert all(each.body == "" for each in posts if each.path == "/_reindex")


def test_the_description_is_plain_data():
    with (
        serving({"GET /": Answer(OPENSEARCH), SEARCH: EMPTY}) as server,
        connect(ConnectionOptions(urls=(server.url,))) as cluster,
    ):
        description = describe(cluster)
    assert description["abilities"] == {"rrf": True, "knn": True, "reindex": False}
    assert (description["engine"], description["version"]) == ("opensearch", "3.5.0")
    assert description["url"] == server.url
