"""Bulk requests against a cluster that is busy, broken or picky."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from fakes.index import FakeIndex, error
from fakes.server import Answer, Asked, FakeServer

from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.errors import AccessDenied, ClusterError, EsnegError
from esneg.ingest import bulk
from esneg.ingest.bulk import BulkOptions, BulkSender, LoadStopped, item_of, send
from esneg.ingest.items import Item, Origin, Outcome
from esneg.ingest.readers import Record

BUSY = error(429, "es_rejected_execution_exception", "queue full")
UNAVAILABLE = error(503, "unavailable_shards_exception", "no primary")


@pytest.fixture
def index() -> FakeIndex:
    return FakeIndex("docs")


@pytest.fixture
def server(index: FakeIndex) -> Iterator[FakeServer]:
    with index.serving() as server:
        yield server


@pytest.fixture
def cluster(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setattr("esneg.clusters.retry.delay", lambda *_: 0.0)
    with connect(ConnectionOptions(urls=(server.url,))) as cluster:
        yield cluster


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the attempts after which was waited; the waits themselves take no time."""
    attempts: list[int] = []
    monkeypatch.setattr(bulk, "delay", lambda attempt, longest: attempts.append(attempt) or 0.0)
    return attempts


def items(*names: str) -> list[Item]:
    return [
        item_of(Origin(0, Record(number, number + 1, {"text": name})), name, f'{{"text":"{name}"}}')
        for number, name in enumerate(names)
    ]


def sent(cluster: Cluster, names: list[str], **options: Any) -> dict[str, Outcome]:
    """What became of documents, by their names."""
    outcomes: list[Outcome] = []
    send(cluster, "docs", items(*names), BulkOptions(**options), outcomes.extend)
    assert len({outcome.origin.record.ordinal for outcome in outcomes}) == len(outcomes), "told twice"
    return {outcome.origin.record.document["text"]: outcome for outcome in outcomes}


def accepted(names: list[str]) -> dict[str, str]:
    return dict.fromkeys(names, "created")


def results(outcomes: dict[str, Outcome]) -> dict[str, str]:
    return {name: outcome.result for name, outcome in outcomes.items()}


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_cluster_gets_the_request_again_after_a_pause(
    cluster: Cluster, index: FakeIndex, waits: list[int], status: int
) -> None:
    # The connection itself repeats a 429 three times.
    index.before = [Answer({}, status)] * 5
    assert results(sent(cluster, ["a", "b"])) == accepted(["a", "b"])
    assert waits


def test_a_connection_that_is_lost_midway_gets_the_request_again(
    cluster: Cluster, index: FakeIndex, waits: list[int]
) -> None:
    def cut_off() -> None:
        raise ConnectionResetError  # the handler dies, and the connection with it

    index.before = [cut_off]
    assert results(sent(cluster, ["a"])) == accepted(["a"])
    assert waits == [1]


@pytest.mark.parametrize("refusal", [BUSY, UNAVAILABLE])
def test_only_the_documents_that_the_cluster_was_too_busy_for_are_sent_again(
    cluster: Cluster, index: FakeIndex, waits: list[int], refusal: Answer
) -> None:
    refusals = iter([refusal, refusal])
    index.refuse = lambda document: next(refusals, None) if document["text"] == "b" else None
    assert results(sent(cluster, ["a", "b", "c"])) == accepted(["a", "b", "c"])
    assert index.bulks == [["a", "b", "c"], ["b"], ["b"]]


def test_a_document_that_the_engine_refuses_is_told_with_the_engines_reason_and_not_sent_again(
    cluster: Cluster, index: FakeIndex, waits: list[int]
) -> None:
    refusal = Answer(
        {
            "error": {
                "type": "mapper_parsing_exception",
                "reason": "failed to parse field [n]",
                "caused_by": {"type": "number_format_exception", "reason": 'For input string: "x"'},
            }
        },
        400,
    )
    index.refuse = lambda document: refusal if document["text"] == "b" else None
    outcomes = sent(cluster, ["a", "b", "c"])
    assert results(outcomes) == {"a": "created", "b": "", "c": "created"}
    why = outcomes["b"].rejection
    assert why is not None
    assert (why.status, why.type) == (400, "mapper_parsing_exception")
    assert why.reason == 'failed to parse field [n]: For input string: "x"'
    assert (len(index.bulks), waits) == (1, [])


def test_a_request_that_is_refused_as_a_whole_is_halved_until_the_culprit_is_alone(
    cluster: Cluster, server: FakeServer, index: FakeIndex
) -> None:
    serve = server.routes["POST /docs/_bulk"]

    def refuse_long_ids(asked: Asked) -> Answer:
        if '"d"' in asked.body:
            return error(400, "action_request_validation_exception", "id is too long")
        assert callable(serve)
        return serve(asked)

    server.routes["POST /docs/_bulk"] = refuse_long_ids
    outcomes = sent(cluster, list("abcdefg"))
    assert results(outcomes) == {**accepted(list("abcdefg")), "d": ""}
    assert outcomes["d"].rejection is not None
    assert outcomes["d"].rejection.reason == "id is too long"


def test_a_request_that_is_too_large_is_halved(
    cluster: Cluster, server: FakeServer, index: FakeIndex
) -> None:
    serve = server.routes["POST /docs/_bulk"]

    def refuse_large(asked: Asked) -> Answer:
        assert callable(serve)
        return Answer("too large", 413) if len(asked.body) > 100 else serve(asked)

    server.routes["POST /docs/_bulk"] = refuse_large
    assert results(sent(cluster, list("abcdefgh"))) == accepted(list("abcdefgh"))
    assert max(map(len, index.bulks)) < 8


def test_a_cluster_that_stays_busy_stops_the_load_and_says_how_to_go_on(
    cluster: Cluster, index: FakeIndex, waits: list[int]
) -> None:
    index.refuse = lambda document: BUSY if document["text"] == "b" else None
    with pytest.raises(LoadStopped, match="did not take 1 documents in 4 attempts: 429 queue full") as raised:
        sent(cluster, ["a", "b"], attempts=4)
    assert "--resume" in raised.value.remedy
    assert waits == [1, 2, 3]


def test_what_was_taken_before_a_stop_is_told(cluster: Cluster, index: FakeIndex, waits: list[int]) -> None:
    index.refuse = lambda document: BUSY if document["text"] == "b" else None
    outcomes: list[Outcome] = []
    with pytest.raises(LoadStopped):
        send(cluster, "docs", items("a", "b"), BulkOptions(attempts=2), outcomes.extend)
    assert [outcome.result for outcome in outcomes] == ["created"]


def test_a_blocked_index_stops_the_load_at_once(cluster: Cluster, index: FakeIndex, waits: list[int]) -> None:
    index.refuse = lambda document: error(403, "cluster_block_exception", "index [docs] blocked: read-only")
    with pytest.raises(LoadStopped, match=r"takes no documents: index \[docs\] blocked: read-only"):
        sent(cluster, ["a"])
    assert waits == []


def test_a_missing_permission_is_the_connections_error(cluster: Cluster, index: FakeIndex) -> None:
    index.before = [error(403, "security_exception", "no permissions for [indices:data/write/bulk]")]
    with pytest.raises(AccessDenied, match="no permissions"):
        sent(cluster, ["a"])


def test_an_answer_that_is_no_bulk_response_is_an_error(cluster: Cluster, index: FakeIndex) -> None:
    index.before = [Answer({"items": []})]
    with pytest.raises(ClusterError, match="answered a bulk request of 1 documents with something else"):
        sent(cluster, ["a"])


# --- the sender ------------------------------------------------------------------------------------------------


def deliver(cluster: Cluster, names: list[str], **options: Any) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with BulkSender(cluster, "docs", BulkOptions(**options), outcomes.extend) as sender:
        for item in items(*names):
            sender.add(item)
        sender.flush()
    return outcomes


def test_requests_are_cut_by_count(cluster: Cluster, index: FakeIndex) -> None:
    deliver(cluster, list("abcde"), count=2, in_flight=1)
    assert index.bulks == [["a", "b"], ["c", "d"], ["e"]]


def test_requests_are_cut_by_bytes_and_a_larger_document_goes_alone(
    cluster: Cluster, index: FakeIndex
) -> None:
    one = items("a")[0].size
    deliver(cluster, ["a", "b", "c" * 300, "d"], bytes=2 * one, in_flight=1)
    assert index.bulks == [["a", "b"], ["c" * 300], ["d"]]


def test_the_size_of_a_document_is_the_bytes_of_its_lines() -> None:
    (item,) = items("ü")
    assert item.size == len(f"{item.action}\n{item.document}\n".encode())


def test_no_more_requests_are_in_flight_than_may_be_and_all_of_those_are(
    cluster: Cluster, index: FakeIndex
) -> None:
    together = threading.Barrier(3, timeout=20)  # passes only when three requests are there at the same time
    under_way, most, lock = 0, 0, threading.Lock()

    def wait() -> None:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        together.wait()
        with lock:
            under_way -= 1

    index.before = [wait] * 6
    outcomes = deliver(cluster, list("abcdef"), count=1, in_flight=3)
    assert (len(outcomes), most) == (6, 3)


def test_a_failure_in_a_thread_is_raised_where_documents_are_added(
    cluster: Cluster, index: FakeIndex, waits: list[int]
) -> None:
    index.refuse = lambda document: error(403, "cluster_block_exception", "blocked")
    with pytest.raises(LoadStopped, match="blocked"):
        deliver(cluster, list("abcdefgh"), count=1, in_flight=1)
    assert len(index.bulks) < 8


def test_the_end_of_the_block_waits_for_what_is_in_flight(cluster: Cluster, index: FakeIndex) -> None:
    outcomes: list[Outcome] = []

    def interrupted() -> None:
        with BulkSender(cluster, "docs", BulkOptions(count=1), outcomes.extend) as sender:
            for item in items("a", "b"):
                sender.add(item)
            raise RuntimeError("the encoder fails")

    with pytest.raises(RuntimeError, match="encoder"):
        interrupted()
    assert [outcome.result for outcome in outcomes] == ["created"]
    assert len(index.bulks) == 1


@pytest.mark.parametrize("name", ["bytes", "count", "in_flight", "attempts"])
def test_options_that_cannot_be_used_are_refused(name: str) -> None:
    with pytest.raises(EsnegError, match=f"{name} must be at least 1, not 0"):
        BulkOptions(**{name: 0})
