"""``esneg audit`` and ``esneg explain`` as a user runs them."""

from __future__ import annotations

import json

import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli

pytestmark = pytest.mark.engines("opensearch-3.5")


@pytest.fixture
def stock(engine: RunningEngine, fresh_index: str) -> str:
    body = {"type": "text", "analyzer": "english"}
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": {"body": body}}})
    return fresh_index


def test_the_json_report_alone_is_on_stdout_and_names_the_stop_filter_on_both_sides(
    cli: Cli, engine: RunningEngine, stock: str
) -> None:
    done = cli("audit", stock, "--url", engine.url, "--format", "json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["schema"] == "esneg.audit/1"
    assert {f["side"]: (f["cause"]["name"], f["lost_cues"]) for f in report["findings"]} == {
        "index": ("english_stop", ["not", "no"]),
        "search": ("english_stop", ["not", "no"]),
    }


def test_a_clean_index_gives_exit_status_0(cli: Cli, engine: RunningEngine, fresh_index: str) -> None:
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": {"body": {"type": "text"}}}})
    done = cli("audit", fresh_index, "--url", engine.url)
    assert done.returncode == 0
    assert "clean" in done.stdout


def test_a_target_that_does_not_exist_gives_exit_status_2_unless_allowed(
    cli: Cli, engine: RunningEngine, stock: str
) -> None:
    done = cli("audit", stock, "no-such-index", "--url", engine.url)
    assert done.returncode == 2
    assert "no-such-index" in done.stdout
    assert cli("audit", stock, "no-such-index", "--allow-unaudited", "--url", engine.url).returncode == 1


def test_a_language_without_data_is_one_line_with_the_ones_there_are(
    cli: Cli, engine: RunningEngine, stock: str
) -> None:
    done = cli("audit", stock, "--language", "tlh", "--url", engine.url)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "error: no negation data for language 'tlh'" in done.stderr
    assert "Traceback" not in done.stderr


def test_explain_marks_the_stage_where_the_cue_dies(cli: Cli, engine: RunningEngine, stock: str) -> None:
    done = cli("explain", stock, "body", "not covered", "--url", engine.url)
    assert done.returncode == 0
    assert "lost here: not" in done.stdout
    assert "0 of 1 negation cue kept" in done.stdout
    sides = json.loads(
        cli("explain", stock, "body", "not covered", "--url", engine.url, "--format", "json").stdout
    )
    assert {side["side"]: side["lost"] for side in sides} == {"index": ["not"], "search": ["not"]}


def test_explain_of_a_field_that_is_not_there_names_the_fields_that_are(
    cli: Cli, engine: RunningEngine, stock: str
) -> None:
    done = cli("explain", stock, "title", "not covered", "--url", engine.url)
    assert done.returncode == 2
    assert "no analyzed text field 'title'" in done.stderr
    assert "body" in done.stderr


def test_without_a_cluster_the_next_step_is_named(cli: Cli) -> None:
    done = cli("audit")
    assert done.returncode == 2
    assert "esneg engine up" in done.stderr
