"""NEG014 on pipelines in OpenSearch's words: the engines at hand lack the processors, so none can store one."""

from typing import Any

import pytest

from esneg.audit.rules.base import ClusterView
from esneg.audit.rules.neg014_search_pipelines import check
from esneg.clusters import ClusterInfo

RRF = {"score-ranker-processor": {"combination": {"technique": "rrf", "rank_constant": 60}}}
NORMALIZATION = {"normalization-processor": {"normalization": {"technique": "min_max"}}}


class Storing:
    """Stands in for the one request that the rule sends."""

    def __init__(self, pipelines: dict[str, Any], engine: Any = "opensearch") -> None:
        self.info = ClusterInfo(engine, "3.5.0", engine)
        self.pipelines = pipelines

    def request(self, method: str, path: str) -> Any:
        assert (method, path) == ("GET", "/_search/pipeline")
        return self.pipelines


def found(pipelines: dict[str, Any], **options: Any) -> list[str]:
    cluster: Any = Storing(pipelines, **options)
    return [finding.cause.name for finding in check(ClusterView(cluster, ("en",)))]


@pytest.mark.parametrize("processor", [RRF, NORMALIZATION])
def test_a_pipeline_that_fuses_and_does_not_re_rank_is_found(processor: dict[str, Any]) -> None:
    assert found({"p": {"phase_results_processors": [processor]}}) == [next(iter(processor))]


def test_one_that_re_ranks_behind_the_fusion_is_none() -> None:
    pipeline = {"phase_results_processors": [RRF], "response_processors": [{"rerank": {"ml_opensearch": {}}}]}
    assert found({"p": pipeline}) == []


def test_one_without_fusion_is_none() -> None:
    assert found({"p": {"request_processors": [{"filter_query": {}}]}}) == []


def test_elasticsearch_has_no_search_pipelines_and_is_not_asked() -> None:
    assert found({"p": {"phase_results_processors": [RRF]}}, engine="elasticsearch") == []
