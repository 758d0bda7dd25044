"""Where legs are fused, and what is said when that is not the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fakes.recorded import exchange
from fakes.replay import ELASTICSEARCH, OPENSEARCH, ReplayCluster

from esneg.clusters import Capabilities, ClusterInfo
from esneg.clusters.failures import HttpFailure, translated
from esneg.errors import RequestFailed, UsageError
from esneg.search.elasticsearch import ElasticsearchDialect
from esneg.search.fusion import Rrf
from esneg.search.legs import LexicalQuery
from esneg.search.opensearch import OpenSearchDialect
from esneg.search.place import FuseIn, after_refusal, choose
from esneg.search.question import Question
from esneg.search.results import Fusion

ENTERPRISE = "an Enterprise or trial licence would let Elasticsearch fuse"
NEWER_ELASTICSEARCH = "Elasticsearch 8.14 or later with an Enterprise or trial licence would fuse"
PLUGIN = "OpenSearch 2.19 or later with the plugin opensearch-neural-search on every node would fuse"

REFUSALS = pytest.mark.parametrize(
    ("info", "file", "note", "reason", "remedy"),
    [
        (
            ELASTICSEARCH,
            "elasticsearch-basic",
            "rrf retriever",
            "current license is non-compliant for [Reciprocal Rank Fusion (RRF)]",
            ENTERPRISE,
        ),
        (
            ELASTICSEARCH,
            "elasticsearch-without-rrf",
            "rrf retriever unknown",
            "unknown retriever [rrf]",
            NEWER_ELASTICSEARCH,
        ),
        (
            OPENSEARCH,
            "opensearch-without-neural-search",
            "hybrid query unknown",
            "unknown query [hybrid]",
            PLUGIN,
        ),
        (
            OPENSEARCH,
            "opensearch-without-neural-search",
            "RRF pipeline: processor unknown",
            "Invalid processor type score-ranker-processor",
            PLUGIN,
        ),
    ],
)


def refused(info: ClusterInfo, file: str, note: str) -> RequestFailed:
    """The error that esneg makes of what an engine was recorded to answer."""
    recorded = exchange(info.engine, note, file=f"hybrid-{file}")
    failure = HttpFailure(recorded["status"], recorded["response"])
    error = translated(failure, request="POST /policies/_search", where="http://recorded:9200")
    assert isinstance(error, RequestFailed)
    return error


@REFUSALS
def test_after_a_refusal_legs_are_fused_in_python_for_the_engines_own_reason(
    info: ClusterInfo, file: str, note: str, reason: str, remedy: str
) -> None:
    instead = after_refusal(ReplayCluster(info, []), refused(info, file, note), "auto")

    assert instead == Fusion("client", reason, remedy)


@REFUSALS
def test_after_a_refusal_a_search_that_wants_the_engine_fails_with_both_ways_out(
    info: ClusterInfo, file: str, note: str, reason: str, remedy: str
) -> None:
    with pytest.raises(UsageError) as caught:
        after_refusal(ReplayCluster(info, []), refused(info, file, note), "engine")

    assert caught.value.message == f"http://recorded:9200 cannot fuse legs: {reason}"
    assert caught.value.remedy == f"{remedy}; or fuse in Python: --fusion auto"


@pytest.mark.parametrize("wanted", ["auto", "engine"])
@pytest.mark.parametrize(
    ("info", "file", "note"),
    [
        (ELASTICSEARCH, "elasticsearch-trial", "size above window"),
        (ELASTICSEARCH, "elasticsearch-trial", "wrong vector dimension"),
        (ELASTICSEARCH, "elasticsearch-trial", "per-retriever weight (9.2 form)"),
        (OPENSEARCH, "opensearch", "unknown pipeline"),
        (OPENSEARCH, "opensearch", "wrong vector dimension"),
        (OPENSEARCH, "opensearch", "weights that do not sum to 1"),
    ],
)
def test_an_engine_that_fuses_and_finds_fault_with_the_search_has_not_refused_to_fuse(
    info: ClusterInfo, file: str, note: str, wanted: FuseIn
) -> None:
    assert after_refusal(ReplayCluster(info, []), refused(info, file, note), wanted) is None


def question(legs: int = 2, **fusion: Any) -> Question:
    return Question("policies", tuple(LexicalQuery(f"leg{at}", {}) for at in range(legs)), Rrf(**fusion))


def placed(info: ClusterInfo, asked: Question, wanted: FuseIn = "auto", **capabilities: Any) -> Fusion:
    cluster = ReplayCluster(info, [], capabilities=Capabilities(**{"rrf": True, **capabilities}))
    dialect = OpenSearchDialect() if info.engine == "opensearch" else ElasticsearchDialect()
    return choose(cluster, dialect, asked, wanted)


@pytest.mark.parametrize("info", [OPENSEARCH, ELASTICSEARCH])
def test_an_engine_that_can_fuses_unless_it_is_not_wanted_or_there_is_one_leg(info: ClusterInfo) -> None:
    assert placed(info, question()) == placed(info, question(), "engine") == Fusion("engine")
    assert placed(info, question(), "client") == Fusion("client", "asked for")
    assert placed(info, question(legs=1), "engine") == Fusion("none")


@pytest.mark.parametrize(
    ("info", "reasons", "reason", "remedy"),
    [
        (ELASTICSEARCH, {"rrf": "licence basic"}, "licence basic", ENTERPRISE),
        (ELASTICSEARCH, {}, "the engine has no RRF", NEWER_ELASTICSEARCH),
        (OPENSEARCH, {"rrf": "plugin absent"}, "plugin absent", PLUGIN),
    ],
)
def test_an_engine_that_cannot_says_why_and_what_would_change_that(
    info: ClusterInfo, reasons: dict[str, str], reason: str, remedy: str
) -> None:
    assert placed(info, question(), rrf=False, reasons=reasons) == Fusion("client", reason, remedy)
    with pytest.raises(UsageError, match=f"cannot fuse legs: {reason}"):
        placed(info, question(), "engine", rrf=False, reasons=reasons)


@pytest.mark.parametrize("version", ["2.19.1", "3.0.0"])
def test_opensearch_before_3_1_fuses_without_weights_only(version: str) -> None:
    older = replace(OPENSEARCH, version=version)
    why, remedy = f"OpenSearch {version} fuses without weights", "OpenSearch 3.1 or later, or no weights"

    assert placed(older, question()) == Fusion("engine")
    assert placed(older, question(weights=(2, 1))) == Fusion("client", why, remedy)
    with pytest.raises(UsageError, match=why) as caught:
        placed(older, question(weights=(2, 1)), "engine")
    assert caught.value.remedy == f"{remedy}; or fuse in Python: --fusion auto"


@pytest.mark.parametrize("version", ["3.1.0", "3.1.0-SNAPSHOT", "3.10.0", "4.0.0"])
def test_opensearch_from_3_1_on_fuses_with_weights(version: str) -> None:
    assert placed(replace(OPENSEARCH, version=version), question(weights=(2, 1))) == Fusion("engine")
