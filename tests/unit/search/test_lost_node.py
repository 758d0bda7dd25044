"""A search that met a dying node is asked again; every other failure is shown at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from esneg.clusters.retry import ATTEMPTS
from esneg.errors import RequestFailed
from esneg.search import lost_node
from esneg.search.answers import read_hits
from esneg.search.lost_node import asked_again, met_a_lost_node

WHOLE: Mapping[str, Any] = {"_shards": {"total": 3, "failed": 0}, "hits": {"hits": []}}
DISCONNECTED = {
    "type": "node_disconnected_exception",
    "reason": "[node-1][127.0.0.1:9301][indices:data/read/search[phase/fetch/id]] disconnected",
}
BAD_QUERY = {"type": "query_shard_exception", "reason": "No mapping found for [x]"}


def partial(*reasons: Mapping[str, Any]) -> Mapping[str, Any]:
    failures = [{"shard": n, "index": "docs", "reason": reason} for n, reason in enumerate(reasons)]
    return {"_shards": {"total": 3, "failed": len(reasons), "failures": failures}, "hits": {"hits": []}}


def error(status: int, **account: Any) -> Mapping[str, Any]:
    return {"status": status, "error": {"type": "search_phase_execution_exception", **account}}


@pytest.mark.parametrize(
    "answer",
    [
        partial(DISCONNECTED),
        partial(DISCONNECTED, {"type": "search_context_missing_exception", "reason": "No search context"}),
        partial({"type": "remote_transport_exception", "reason": "[node-1]", "caused_by": DISCONNECTED}),
        error(503, failed_shards=[{"shard": 0, "reason": DISCONNECTED}]),
        error(503, reason="all shards failed", failed_shards=[]),
        {"responses": [WHOLE, partial(DISCONNECTED)]},
        {"_shards": {"total": 2, "successful": 1, "skipped": 0, "failed": 0}, "hits": {"hits": []}},
    ],
)
def test_shards_that_failed_with_their_node_are_a_lost_node(answer: Mapping[str, Any]) -> None:
    assert met_a_lost_node(answer)


@pytest.mark.parametrize(
    "answer",
    [
        WHOLE,
        {"responses": [WHOLE, WHOLE]},
        {"_shards": {"total": 3, "successful": 3, "skipped": 2, "failed": 0}, "hits": {"hits": []}},
        partial(BAD_QUERY),
        partial(DISCONNECTED, BAD_QUERY),
        {"_shards": {"total": 3, "failed": 1}},
        error(400, failed_shards=[{"shard": 0, "reason": BAD_QUERY}]),
        error(400, reason="all shards failed", failed_shards=[]),
        {"error": "a proxy's words", "status": 503},
        {"responses": [partial(DISCONNECTED), partial(BAD_QUERY)]},
    ],
)
def test_a_whole_answer_and_any_other_failure_are_not(answer: Mapping[str, Any]) -> None:
    assert not met_a_lost_node(answer)


def test_it_is_asked_until_another_copy_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(lost_node.time, "sleep", pauses.append)
    answers = iter([partial(DISCONNECTED), partial(DISCONNECTED), WHOLE, partial(BAD_QUERY)])
    assert asked_again(lambda: next(answers), lambda: None) is WHOLE
    assert len(pauses) == 2


def test_it_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_node.time, "sleep", lambda _: None)
    asked: list[Mapping[str, Any]] = []

    def ask() -> Mapping[str, Any]:
        asked.append(partial(DISCONNECTED))
        return asked[-1]

    assert asked_again(ask, lambda: None) is asked[-1]
    assert len(asked) == ATTEMPTS


def test_it_is_not_asked_again_when_no_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_node.time, "sleep", lambda _: pytest.fail("waited past the end"))
    answers = iter([partial(DISCONNECTED)])
    assert met_a_lost_node(asked_again(lambda: next(answers), lambda: 0.0))


def test_another_failure_is_shown_at_once() -> None:
    answers = iter([partial(BAD_QUERY)])
    assert asked_again(lambda: next(answers), lambda: None) == partial(BAD_QUERY)


def test_missing_shards_are_an_error_when_asking_again_did_not_bring_them_back() -> None:
    answer = {"_shards": {"total": 2, "successful": 1, "failed": 0}, "timed_out": False, "hits": {"hits": []}}
    with pytest.raises(RequestFailed, match="the search: only 1 of 2 shards answered"):
        read_hits(answer, what="the search")
