"""Sentinel rows are refused wherever hits are read: OpenSearch gives them, with 200, when no pipeline fused."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.answering import MAPPING
from fakes.recorded import exchange
from fakes.replay import OPENSEARCH, ReplayCluster
from fakes.vectors import HashEncoder

from esneg.errors import RequestFailed
from esneg.search import HybridSearcher, LexicalLeg
from esneg.search.answers import read_hits
from esneg.search.legs import match

UNFUSED = exchange(
    "opensearch-3.5.0+knn+neural-search",
    "hybrid WITHOUT pipeline: 200 with sentinel scores",
    file="hybrid-opensearch",
)["response"]
FOUND = {"_shards": {"total": 1, "successful": 1}, "hits": {"hits": []}}


def answer(*scores: float) -> dict[str, Any]:
    hits = [{"_id": str(at), "_index": "i", "_score": score} for at, score in enumerate(scores)]
    return {**FOUND, "hits": {"hits": hits}}


@pytest.mark.parametrize("scores", [(-1.0,), (2.0, -0.5), (2.0, -1e-9, 1.0)])
def test_a_row_below_0_is_refused_wherever_it_stands(scores: tuple[float, ...]) -> None:
    with pytest.raises(RequestFailed, match=r"did not fuse the legs of the search of i: .* sentinel rows"):
        read_hits(answer(*scores), what="the search of i")


def test_a_row_of_0_is_a_hit() -> None:
    # What a leg finds that only filters.
    assert [hit.score for hit in read_hits(answer(1.0, 0.0), what="the search")] == [1.0, 0.0]


class Unfused(ReplayCluster):
    """Answers the leg "hybrid" as the engine was recorded to answer a hybrid query without a pipeline."""

    def request(self, method: str, path: str, *, body: Any = None, **options: Any) -> Any:
        if path.endswith("_mapping"):
            return super().request(method, path)
        bodies = body[1::2] if path == "/_msearch" else [body]
        answers = [UNFUSED if "hybrid" in each["query"] else FOUND for each in bodies]
        return {"responses": answers} if path == "/_msearch" else answers[0]


@pytest.mark.parametrize("others", [[], ["bm25"], ["bm25", "dense"]])
def test_a_leg_that_is_a_hybrid_query_without_a_pipeline_is_an_error(others: list[str]) -> None:
    hybrid = LexicalLeg(lambda question: {"hybrid": {"queries": [match(["text"])(question)]}}, name="own")
    cluster = Unfused(OPENSEARCH, [], mapping=MAPPING)
    searcher = HybridSearcher(
        cluster, "docs", legs=[*others, hybrid], encoder=HashEncoder(), fuse_in="client"
    )

    with pytest.raises(RequestFailed, match="did not fuse the legs of the leg own on docs") as caught:
        searcher.search("question")

    assert "index.search.default_pipeline" in caught.value.remedy
