from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.clusters import retry
from esneg.clusters.failures import HttpFailure, NoAnswer


class Sender:
    """Fails with each of the failures in turn, then succeeds."""

    def __init__(self, *failures):
        self.failures = list(failures)
        self.calls = 0

    def __call__(self):
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "answer"


@pytest.fixture
def waits(monkeypatch):
    seconds = []
    monkeypatch.setattr(retry.time, "sleep", seconds.append)
    return seconds


def broken(kind):
    return NoAnswer(kind, OSError())


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_read_is_sent_again_after_a_pause_when_the_cluster_is_busy(waits, status):
    sender = Sender(HttpFailure(status, {}), HttpFailure(status, {}))
    assert retry.with_retries(sender, reads=True, nodes=1) == "answer"
    assert (sender.calls, len(waits)) == (3, 2)


def test_a_write_is_sent_again_only_when_it_was_refused_for_load(waits):
    assert retry.with_retries(Sender(HttpFailure(429, {})), reads=False, nodes=1) == "answer"
    for status in (502, 503, 504):
        sender = Sender(HttpFailure(status, {}))
        with pytest.raises(HttpFailure):
            retry.with_retries(sender, reads=False, nodes=1)
        assert sender.calls == 1


def test_it_gives_up_after_four_attempts(waits):
    sender = Sender(*(HttpFailure(503, {}) for _ in range(9)))
    with pytest.raises(HttpFailure):
        retry.with_retries(sender, reads=True, nodes=1)
    assert sender.calls == retry.ATTEMPTS


@pytest.mark.parametrize("failure", [HttpFailure(400, {}), HttpFailure(404, {}), HttpFailure(500, {})])
def test_what_would_fail_again_is_not_sent_again(waits, failure):
    sender = Sender(failure)
    with pytest.raises(HttpFailure):
        retry.with_retries(sender, reads=True, nodes=3)
    assert sender.calls == 1


def test_a_node_without_connection_is_passed_over_at_once_even_for_a_write(waits):
    sender = Sender(broken("not connected"), broken("not connected"))
    assert retry.with_retries(sender, reads=False, nodes=3) == "answer"
    assert waits == []


def test_a_lone_node_without_connection_is_not_asked_again(waits):
    sender = Sender(broken("not connected"))
    with pytest.raises(NoAnswer):
        retry.with_retries(sender, reads=True, nodes=1)
    assert sender.calls == 1


@pytest.mark.parametrize("kind", ["timed out", "tls failed", "unreadable"])
def test_a_time_out_or_a_wrong_certificate_is_not_tried_again(waits, kind):
    sender = Sender(broken(kind))
    with pytest.raises(NoAnswer):
        retry.with_retries(sender, reads=True, nodes=2)
    assert sender.calls == 1


def test_a_connection_that_broke_off_is_tried_again_for_reads_only(waits):
    assert retry.with_retries(Sender(broken("broken off")), reads=True, nodes=1) == "answer"
    with pytest.raises(NoAnswer):
        retry.with_retries(Sender(broken("broken off")), reads=False, nodes=1)


@given(st.integers(min_value=1, max_value=60))
def test_the_pause_stays_within_its_bounds(attempt):
    assert 0 <= retry.delay(attempt) <= min(retry.LONGEST_DELAY, retry.FIRST_DELAY * 2 ** (attempt - 1))


@pytest.mark.parametrize(
    ("method", "path", "reads"),
    [
        ("GET", "/", True),
        ("HEAD", "/x", True),
        ("POST", "/x/_search", True),
        ("POST", "/_msearch", True),
        ("POST", "/x/_validate/query", True),
        ("POST", "/x/_bulk", False),
        ("POST", "/_reindex", False),
        ("PUT", "/_search/pipeline/p", False),
        ("POST", "/x/_doc", False),
        ("DELETE", "/x", False),
    ],
)
def test_only_requests_that_change_nothing_count_as_reads(method, path, reads):
    assert retry.only_reads(method, path) is reads
