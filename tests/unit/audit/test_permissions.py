"""A user who may see some things only: what is refused is listed with its reason, the rest is audited."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import pytest
from fakes.replayed_cluster import ReplayedCluster
from fakes.server import OPENSEARCH, Answer, Asked, FakeServer, Route, serving

from esneg.audit import audit
from esneg.clusters import Cluster, ConnectionOptions, connect

INDICES = 4
REFUSED = "index-00001"


class Restricted(dict[str, Route]):
    """Routes of a replayed cluster, for a user who is refused some requests."""

    def __init__(self, refuses: Any, status: int) -> None:
        super().__init__()
        self._cluster = ReplayedCluster(INDICES, 2, 2)
        self._refuses = refuses
        self._status = status

    def get(self, key: str, default: Any = None) -> Any:
        return self._answer

    def _answer(self, asked: Asked) -> Answer:
        if asked.path == "/":
            return Answer(OPENSEARCH)
        if self._refuses(unquote(asked.path)):
            reason = f"no permissions for [{asked.path}] and User [name=reader]"
            error = {"type": "security_exception", "reason": reason}
            return Answer({"error": {**error, "root_cause": [error]}, "status": self._status}, self._status)
        body = json.loads(asked.body) if asked.body else None
        return Answer(self._cluster.request(asked.method, asked.path, params=asked.query, body=body))


@contextmanager
def restricted(refuses: Any, status: int) -> Iterator[tuple[Cluster, FakeServer]]:
    with serving({}) as server:
        server.routes = Restricted(refuses, status)
        with connect(ConnectionOptions(urls=(server.url,))) as cluster:
            yield cluster, server


@pytest.mark.parametrize("status", [401, 403])
def test_an_index_that_is_refused_is_listed_and_the_others_are_audited(status: int) -> None:
    def refuses(path: str) -> bool:
        # One forbidden index fails the request for all of them.
        return REFUSED in path and "_resolve" not in path

    with restricted(refuses, status) as (cluster, _):
        report = audit(cluster, ["index-*"])
    assert [each.target for each in report.unaudited] == [REFUSED]
    assert "no permissions" in report.unaudited[0].reason
    assert {finding.index for finding in report.findings} == {"index-00000", "index-00002"}
    assert report.exit_status() == 2
    assert report.exit_status(allow_unaudited=True) == 1


def test_an_index_that_may_be_read_and_not_analyzed_on_is_spoken_for_by_one_like_it() -> None:
    def refuses(path: str) -> bool:
        return path.startswith("/index-00000/")

    with restricted(refuses, 403) as (cluster, _):
        report = audit(cluster, ["index-*"])
    assert report.unaudited == ()
    assert {finding.index for finding in report.findings} == {"index-00000", "index-00002"}


def test_analyses_that_nobody_may_probe_are_listed_for_every_field() -> None:
    def refuses(path: str) -> bool:
        return path.startswith(("/index-00001/", "/index-00003/"))

    with restricted(refuses, 403) as (cluster, _):
        report = audit(cluster, ["index-*"])
    assert sorted(each.target for each in report.unaudited) == [
        f"{index}/field_{number}" for index in ("index-00001", "index-00003") for number in range(2)
    ]
    assert {finding.index for finding in report.findings} == {"index-00000", "index-00002"}


def test_what_belongs_to_no_index_may_be_refused_and_the_indices_are_audited() -> None:
    def refuses(path: str) -> bool:
        return path.startswith(
            ("/_index_template", "/_component_template", "/_template", "/_cluster", "/_ingest")
        )

    with restricted(refuses, 403) as (cluster, _):
        report = audit(cluster)
    assert "templates" in [each.target for each in report.unaudited]
    assert all("no permissions" in each.reason for each in report.unaudited)
    assert {finding.index for finding in report.findings} == {"index-00000", "index-00002"}


def test_a_user_who_may_list_nothing_gets_the_reason_for_the_target() -> None:
    with restricted(lambda path: True, 403) as (cluster, _):
        report = audit(cluster, ["index-*"])
    assert [each.target for each in report.unaudited] == ["index-*"]
    assert "no permissions" in report.unaudited[0].reason
    assert report.findings == ()
