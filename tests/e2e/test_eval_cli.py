"""``esneg eval`` as a user runs it; runs with models are in tests/models."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fakes.command_line import Cli
from fakes.evaluation_runs import run_of

from esneg.reports.evaluation_json import render


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.json"
    path.write_text(render(run_of([0] * 10)), encoding="utf-8")
    return path


def test_help_names_the_sub_commands_and_run_is_the_default(cli: Cli) -> None:
    assert {"run", "compare", "gate"} <= set(cli("eval", "--help").stdout.split())
    assert "there is no suite 'cashe'" in cli("eval", "--suite", "cashe").stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--engine", "solr"), "--engine solr: no such engine"),
        (("--suite", "policy", "--engine", "elasticsearch"), "no Elasticsearch is named"),
        (("--suite", "policy", "--engine", "http://127.0.0.1:1"), "127.0.0.1:1"),
        (("--dataset", "none.jsonl"), "no such file or folder: none.jsonl"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_status_2(
    cli: Cli, arguments: tuple[str, ...], complaint: str
) -> None:
    done = cli("eval", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_line_of_own_data_is_named(cli: Cli, tmp_path: Path) -> None:
    source = tmp_path / "own.jsonl"
    source.write_text('{"id": "1"}\n')
    done = cli("eval", "--suite", "dedup", "--dataset", str(source))
    assert done.returncode == 2
    assert f"{source}, line 1: 'fact' is a required property" in done.stderr


def test_compare_prints_what_changed_and_fails_only_for_the_worse(
    cli: Cli, results: Path, tmp_path: Path
) -> None:
    better = tmp_path / "better.json"
    better.write_text(render(run_of([1] * 10)), encoding="utf-8")
    done = cli("eval", "compare", str(results), str(better), "--format", "json")
    assert done.returncode == 0
    assert [change["verdict"] for change in json.loads(done.stdout)["changes"]] == ["better"]
    assert cli("eval", "compare", str(better), str(results)).returncode == 1


@pytest.mark.parametrize(("limit", "status"), [(0.0, 0), (0.5, 1)])
def test_a_gate_turns_evidence_into_an_exit_status(
    cli: Cli, results: Path, tmp_path: Path, limit: float, status: int
) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text(
        f"suites: {{policy: [{{figure: both right, where: {{stage: dense}}, at_least: {limit}}}]}}"
    )
    done = cli("eval", "gate", str(results), "--policy", str(policy))
    assert done.returncode == status
    assert ("passed" if status == 0 else "failed") in done.stdout
