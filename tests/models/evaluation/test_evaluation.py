"""`esneg eval` with real models on a real engine, on a few of the built-in facts."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from engines.pool import RunningEngine
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from esneg.cli import build_app
from esneg.evaluation.stages import STAGES
from esneg.evaluation.stored import read_run, schema

pytestmark = [pytest.mark.engines("opensearch-3.5", "elasticsearch-8.19"), pytest.mark.needs("knn")]

FACTS = 6


@pytest.fixture
def few_facts(tmp_path: Path) -> Path:
    lines = (
        (files("esneg.evaluation") / "datasets" / "policy.jsonl").read_text("utf-8").splitlines(keepends=True)
    )
    path = tmp_path / "few.jsonl"
    path.write_text("".join(lines[:FACTS]), encoding="utf-8")
    return path


def test_the_command_measures_all_stages_and_writes_all_files(
    engine: RunningEngine, few_facts: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    done = CliRunner().invoke(
        build_app(),
        [
            "eval",
            "--suite",
            "policy",
            "--dataset",
            str(few_facts),
            "--engine",
            engine.url,
            "--output",
            str(output),
        ],
    )
    assert done.exit_code == 0, done.output
    assert "What each stage does" in done.stdout
    Draft202012Validator(schema()).validate(json.loads((output / "results.json").read_text("utf-8")))
    run = read_run(output / "results.json")
    (suite,) = run.suites
    rows = [row.labels["stage"] for row in suite.tables[0].rows if row.labels["split"] == "all"]
    left_out = [
        name
        for note in suite.notes
        if note.startswith("not run")
        for name in note.partition(": ")[2].split("; ")
    ]
    assert len(rows) + len(left_out) == len(STAGES)
    assert {outcome.item for outcome in suite.outcomes} == {f"dental-{n}" for n in range(1, 6)} | {"health-1"}
    assert (output / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert (output / "figures.csv").read_text("utf-8").startswith("suite,table,")
    runs = sorted((output / "runs").iterdir())
    assert len(runs) == len(rows)
    first = runs[0].read_text("utf-8").splitlines()[0].split()
    assert (len(first), first[1], first[3]) == (6, "Q0", "1")
    encoder = next(each for each in run.models if each["use"] == "encoder")
    assert (encoder["name"], encoder["dims"], bool(encoder["revision"])) == ("all-MiniLM-L6-v2", 384, True)
