"""``esneg audit`` and ``esneg explain`` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

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


STOCK = '{"mappings": {"properties": {"body": {"type": "text", "analyzer": "english"}}}}'


def test_a_file_is_audited_without_an_engine_and_with_one_to_the_same_end(
    cli: Cli, engine: RunningEngine, tmp_path: Path
) -> None:
    (tmp_path / "books.json").write_text(STOCK, "utf-8")
    offline = cli("audit", "--file", "books.json", "--format", "json")
    online = cli("audit", "--file", "books.json", "--format", "json", "--with-engine", "--url", engine.url)
    assert (offline.returncode, online.returncode) == (1, 1)
    reports = [json.loads(done.stdout) for done in (offline, online)]
    assert [report["summary"]["static"] for report in reports] == [True, False]
    told = [
        [(f["rule"], f["side"], f["cause"]["name"], f["lost_cues"]) for f in r["findings"]] for r in reports
    ]
    assert told[0] == told[1]


def test_a_broken_file_is_one_line_with_line_and_column(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "books.json").write_text('{"mappings": ', "utf-8")
    done = cli("audit", "--file", "books.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "books.json, line 1, column" in done.stderr


def test_a_sample_and_a_query_log_are_counted(
    cli: Cli, engine: RunningEngine, stock: str, tmp_path: Path
) -> None:
    engine.cluster.bulk_index(
        stock, [("1", {"body": "It is covered."}), ("2", {"body": "It is not covered."})]
    )
    (tmp_path / "queries.log").write_text("what is not covered\nwhat is covered\n", "utf-8")
    done = cli(
        "audit", stock, "--sample", "10", "--queries", "queries.log", "--format", "json", "--url", engine.url
    )
    cost = json.loads(done.stdout)["cost"]
    assert [(c["read"], c["losing"], c["indistinguishable"]) for c in cost["documents"]] == [(2, 1, 1)]
    assert [(c["queries"], c["losing"]) for c in cost["queries"]] == [(2, 1)]
