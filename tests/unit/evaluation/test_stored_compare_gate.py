"""Stored runs, compared and held against policies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from fakes.evaluation_runs import run_of
from jsonschema import Draft202012Validator

from esneg.errors import UsageError
from esneg.evaluation.compare import compare
from esneg.evaluation.gate import judge, read_policy
from esneg.evaluation.model import EvaluationRun
from esneg.evaluation.stored import read_run, schema
from esneg.reports.evaluation_json import render


def stored(run: EvaluationRun, path: Path) -> Path:
    path.write_text(render(run), encoding="utf-8")
    return path


def test_a_stored_run_is_valid_and_comes_back_the_same(tmp_path: Path) -> None:
    run = run_of([1, 0, 1])
    path = stored(run, tmp_path / "results.json")
    Draft202012Validator.check_schema(schema())
    Draft202012Validator(schema()).validate(json.loads(path.read_text()))
    assert read_run(path) == run


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "is not JSON"),
        ("[]", "is no result of `esneg eval`"),
        ('{"schema": "esneg.audit/1"}', "its schema is 'esneg.audit/1', not 'esneg.eval/1'"),
        ('{"schema": "esneg.eval/1"}', "is a required property"),
    ],
)
def test_what_is_no_run_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_run(path)
    assert str(path) in caught.value.message
    assert complaint in caught.value.message


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_run(tmp_path / "none.json")


def test_two_equal_runs_have_no_change() -> None:
    found = compare(run_of([1, 0, 1]), run_of([1, 0, 1]))
    assert [(each.verdict, each.p) for each in found.changes] == [("no change beyond chance", 1.0)]
    assert found.notes == ()


def test_ten_items_that_got_right_are_better_and_ten_that_got_wrong_worse() -> None:
    (change,) = compare(run_of([0] * 10), run_of([1] * 10)).changes
    # All ten differ: 2 of 1024 sign patterns are as wide.
    assert (change.before, change.after, change.p, change.n, change.verdict) == (0, 1, 2 / 1024, 10, "better")
    assert compare(run_of([1] * 10), run_of([0] * 10)).changes[0].verdict == "worse"


def test_two_items_of_ten_are_no_change_beyond_chance() -> None:
    (change,) = compare(run_of([0] * 10), run_of([1, 1] + [0] * 8)).changes
    assert (change.p, change.verdict) == (0.5, "no change beyond chance")


def test_what_cannot_be_compared_is_said() -> None:
    before, after = run_of([1, 0]), run_of([1, 0, 1], stage="other", checksum="def")
    after = replace(after, versions={"esneg": "2", "python": "3"}, models=())
    notes = compare(before, after).notes
    assert "versions: esneg: 1 in the first run, 2 in the second" in notes
    assert any(note.startswith("models: m (r) in the first run") for note in notes)
    assert "policy: the data differ (built-in, built-in); items pair by their ids" in notes
    assert "policy, encoder m, stage dense: only in the first run" in notes
    assert "policy, encoder m, stage other: only in the second run" in notes
    assert compare(before, replace(before, suites=())).notes == ("policy: only in the first run",)


def test_items_pair_by_id_and_the_rest_is_counted() -> None:
    found = compare(run_of([1, 0]), run_of([1, 0, 1]))
    assert found.changes[0].n == 2
    assert found.notes == ("policy, encoder m, stage dense: 2 items are in both runs",)


def policy(tmp_path: Path, *rules: dict[str, Any]) -> Path:
    path = tmp_path / "policy.yaml"
    path.write_text(yaml.safe_dump({"suites": {"policy": list(rules)}}))
    return path


@pytest.mark.parametrize(
    ("rule", "outcomes", "status"),
    [
        ({"figure": "both right", "where": {"stage": "dense"}, "at_least": 0.75}, ["passed"], 0),
        ({"figure": "both right", "where": {"stage": "dense"}, "at_least": 0.8}, ["failed"], 1),
        ({"figure": "both right", "where": {"stage": "dense"}, "at_most": 0.7}, ["failed"], 1),
        ({"figure": "both right", "at_least": 0.6}, ["passed", "failed"], 1),
        (
            {"figure": "both right", "where": {"stage": "dense"}, "at_least": 0.7, "bound": "low"},
            ["failed"],
            1,
        ),
        ({"figure": "both right", "where": {"stage": "dense"}, "at_least": 0.7, "min_n": 50}, ["missing"], 2),
        ({"figure": "both right", "where": {"stage": "none"}, "at_least": 0.7}, ["missing"], 2),
        ({"figure": "no such", "at_least": 0.7}, ["missing"], 2),
        ({"figure": "threshold", "at_least": 0.7}, ["missing"], 2),
        ({"figure": "both right", "table": "other", "at_least": 0.7}, ["missing"], 2),
    ],
)
def test_a_gate_passes_fails_or_cannot_decide(
    tmp_path: Path, rule: dict[str, Any], outcomes: list[str], status: int
) -> None:
    found = judge(run_of([1, 1, 1, 0]), read_policy(policy(tmp_path, rule)))
    assert [check.outcome for check in found.checks] == outcomes
    assert found.exit_status == status
    assert found.to_dict()["exit_status"] == status


def test_a_suite_that_did_not_run_cannot_be_decided(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text("suites: {cache: [{figure: AUROC, at_least: 0.5}]}")
    (check,) = judge(run_of([1]), read_policy(path)).checks
    assert (check.outcome, check.why) == ("missing", "the run has no suite cache")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("suites: [", "is not YAML"),
        ("rules: []", "must hold `suites:`"),
        ("suites: {policy: []}", "holds no rules"),
        ("suites: {policies: [{}]}", "there is no suite 'policies'"),
        ("suites: {policy: {figure: x}}", "suites.policy must be a list"),
        ("suites: {policy: [{at_least: 1}]}", "suites.policy[0].figure: names the figure"),
        ("suites: {policy: [{figure: x}]}", "suites.policy[0]: needs at_least or at_most"),
        ("suites: {policy: [{figure: x, at_least: high}]}", "suites.policy[0].at_least: 'high' is no number"),
        ("suites: {policy: [{figure: x, at_least: 1, upto: 2}]}", "suites.policy[0]: unknown field 'upto'"),
        ("suites: {policy: [{figure: x, at_least: 1, bound: mid}]}", "suites.policy[0].bound: 'mid'"),
        (
            "suites: {policy: [{figure: x, at_least: 1, where: dense}]}",
            "suites.policy[0].where: must be labels",
        ),
        ("suites: {policy: [{figure: x, at_least: 1, min_n: few}]}", "suites.policy[0].min_n: 'few'"),
    ],
)
def test_a_wrong_policy_is_named_by_its_place(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_policy(path)
    assert complaint in caught.value.message
