"""An answer with 200 that is not the whole answer is an error."""

from __future__ import annotations

from typing import Any

import pytest

from esneg.errors import RequestFailed
from esneg.search.answers import read_hits, read_searches

HITS = {"hits": [{"_id": "a", "_index": "docs", "_score": 1.5, "_source": {"text": "no fee"}}]}
WHOLE = {"_shards": {"total": 2, "successful": 2, "failed": 0}, "timed_out": False, "hits": HITS}
LATE = {**WHOLE, "timed_out": True}


def test_a_whole_answer_is_read() -> None:
    (hit,) = read_hits(WHOLE, what="the search of docs")

    assert (hit.id, hit.index_name, hit.score, hit.source) == ("a", "docs", 1.5, {"text": "no fee"})


def test_what_an_engine_out_of_time_has_found_so_far_is_not_taken_for_the_result() -> None:
    with pytest.raises(RequestFailed) as caught:
        read_hits(LATE, what="the search of docs")

    message = "the search of docs: the engine ran out of time and found only a part of the hits"
    assert caught.value.message == message
    assert "search.default_search_timeout" in caught.value.remedy


def test_one_leg_out_of_time_is_named_and_spoils_the_whole_search() -> None:
    with pytest.raises(RequestFailed, match="the leg dense on docs: the engine ran out of time"):
        searches(WHOLE, LATE)


def test_one_leg_that_failed_is_named_with_the_engines_reason() -> None:
    failed = {"error": {"type": "parsing_exception", "reason": "unknown query [knn]"}, "status": 400}

    with pytest.raises(RequestFailed, match=r"the leg dense on docs failed \(400\): unknown query \[knn\]"):
        searches(WHOLE, failed)


@pytest.mark.parametrize(
    ("shards", "message"),
    [
        (
            {
                "total": 2,
                "successful": 1,
                "failed": 1,
                "failures": [{"index": "docs-2", "reason": {"type": "x", "reason": "no such field"}}],
            },
            "the search of docs: 1 of 2 shards failed, first in docs-2: no such field",
        ),
        (
            {"total": 2, "successful": 1, "failed": 1},
            "the search of docs: 1 of 2 shards failed, first in an index: no reason given",
        ),
        (
            {"total": 2, "successful": 1, "failed": 0},
            "the search of docs: only 1 of 2 shards answered",
        ),
    ],
)
def test_a_shard_that_failed_or_is_missing_spoils_what_the_others_found(
    shards: dict[str, Any], message: str
) -> None:
    with pytest.raises(RequestFailed) as caught:
        read_hits({**WHOLE, "_shards": shards}, what="the search of docs")

    assert caught.value.message == message


def searches(*responses: dict[str, Any]) -> None:
    read_searches({"responses": responses}, names=("bm25", "dense"), index="docs", where="http://here:9200")
