"""Indices in a bad state or of a bad shape: each is audited or listed with its reason, and the rest is audited."""

from __future__ import annotations

from typing import Any

import pytest
from engines.pool import RunningEngine

from esneg.audit import audit
from esneg.errors import RequestFailed

pytestmark = pytest.mark.engines("opensearch-3.5", "opensearch-2.19", "elasticsearch-8.19")

ENGLISH = {"type": "text", "analyzer": "english"}


def create(
    engine: RunningEngine, index: str, properties: dict[str, Any], *, wait: bool = True, **settings: Any
) -> None:
    shape = {"number_of_shards": 1, "number_of_replicas": 0, **settings}
    engine.cluster.request(
        "PUT",
        f"/{index}",
        params={"wait_for_active_shards": int(wait)},
        body={"settings": shape, "mappings": {"properties": properties}},
    )


def test_a_red_index_is_listed_and_one_of_the_same_analysis_is_audited_all_the_same(
    engine: RunningEngine, fresh_index: str
) -> None:
    # No node has this name: the shard is never allocated.
    create(engine, f"{fresh_index}-a-red", {"t": ENGLISH, "own": {"type": "text", "analyzer": "german"}},
           wait=False, **{"routing.allocation.require._name": "nowhere"})  # fmt: skip
    create(engine, f"{fresh_index}-b", {"t": ENGLISH})
    try:
        report = audit(engine.cluster, [f"{fresh_index}*"])
    finally:
        for name in ("a-red", "b"):
            engine.cluster.delete_index(f"{fresh_index}-{name}")
    # English is probed through the healthy index and holds for both; German has no healthy index.
    assert {(f.index, f.field) for f in report.findings if f.rule == "NEG001"} == {
        (f"{fresh_index}-a-red", "t"),
        (f"{fresh_index}-b", "t"),
    }
    assert [each.target for each in report.unaudited] == [f"{fresh_index}-a-red/own"]
    assert all(each.reason for each in report.unaudited)


def test_a_read_only_index_is_audited(engine: RunningEngine, fresh_index: str) -> None:
    create(engine, fresh_index, {"t": ENGLISH})
    engine.cluster.request("PUT", f"/{fresh_index}/_settings", body={"index.blocks.write": True})
    report = audit(engine.cluster, [fresh_index])
    assert {f.rule for f in report.findings} >= {"NEG001", "NEG002"}
    assert report.unaudited == ()


def test_a_hidden_index_is_audited_when_it_is_named_and_not_by_a_wildcard(
    engine: RunningEngine, fresh_index: str
) -> None:
    create(engine, fresh_index, {"t": ENGLISH}, hidden=True)
    assert audit(engine.cluster, [fresh_index]).findings != ()
    assert audit(engine.cluster, [f"{fresh_index[:-1]}*"]).findings == ()


def test_a_mapping_hundreds_of_levels_deep_is_audited(engine: RunningEngine, fresh_index: str) -> None:
    levels = 400
    properties: dict[str, Any] = {"t": ENGLISH}
    for _ in range(levels):
        properties = {"o": {"properties": properties}}
    create(engine, fresh_index, properties, **{"mapping.depth.limit": 1000})
    report = audit(engine.cluster, [fresh_index])
    assert {f.field.count(".") for f in report.findings} == {levels}
    assert report.unaudited == ()


def test_field_names_with_markup_brackets_and_wildcards_are_audited(
    engine: RunningEngine, fresh_index: str
) -> None:
    names = ["<b>bold</b>", "with (brackets)", "star*", "new\nline", "ünïcode", "[red]"]
    create(engine, fresh_index, dict.fromkeys(names, ENGLISH))
    report = audit(engine.cluster, [fresh_index])
    assert {f.field for f in report.findings if f.rule == "NEG001"} == set(names)
    assert report.unaudited == ()


def test_a_data_stream_is_audited_through_its_backing_index(engine: RunningEngine, fresh_index: str) -> None:
    template = {
        "index_patterns": [f"{fresh_index}*"],
        "data_stream": {},
        "priority": 900,
        "template": {"mappings": {"properties": {"t": ENGLISH}}},
    }
    try:
        engine.cluster.request("GET", "/_data_stream")
    except RequestFailed as error:
        pytest.skip(f"{engine.name} lacks data streams: {error.reason}")
    engine.cluster.request("PUT", f"/_index_template/{fresh_index}", body=template)
    try:
        engine.cluster.request("PUT", f"/_data_stream/{fresh_index}")
        report = audit(engine.cluster, [fresh_index])
    finally:
        engine.cluster.request("DELETE", f"/_data_stream/{fresh_index}")
        engine.cluster.request("DELETE", f"/_index_template/{fresh_index}")
    assert {f.rule for f in report.findings} >= {"NEG001", "NEG002"}
    assert all(f.index.startswith(".ds-") for f in report.findings)
