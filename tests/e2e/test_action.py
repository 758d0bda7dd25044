"""What action.yml runs, and what it promises: scripts/action with the inputs as variables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = {
    "index_patterns": ["books-*"],
    "template": {"mappings": {"properties": {"body": {"type": "text", "analyzer": "english"}}}},
}


def action(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ES", "OPENSEARCH", "GITHUB"))
    }
    return subprocess.run(
        [ROOT / "scripts" / "action"],
        cwd=folder,
        env={**clean, "PATH": path, "RUNNER_TEMP": str(folder / "temp"), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "temp").mkdir()
    (tmp_path / "index_templates").mkdir()
    (tmp_path / "index_templates" / "books.json").write_text(json.dumps(TEMPLATE), "utf-8")
    return tmp_path


def test_a_template_that_loses_negation_fails_the_job_with_an_annotation(checkout: Path) -> None:
    done = action(checkout, FILES="index_templates", GITHUB_STEP_SUMMARY=str(checkout / "summary.md"))
    assert done.returncode == 1, done.stderr
    assert "::warning file=index_templates/books.json,line=1,title=NEG011" in done.stdout
    assert (checkout / "summary.md").read_text("utf-8").startswith("## esneg audit: 0 errors, 1 warning")


def test_the_sarif_file_is_there_for_the_next_step_though_the_job_fails(checkout: Path) -> None:
    done = action(checkout, FILES="index_templates", UPLOAD_SARIF="true")
    assert done.returncode == 1
    log = json.loads((checkout / "temp" / "esneg.sarif").read_text("utf-8"))
    assert log["runs"][0]["results"]


def test_what_fails_the_job_can_be_set(checkout: Path) -> None:
    assert action(checkout, FILES="index_templates", FAIL_ON="error").returncode == 0


def test_inputs_are_no_commands_and_no_patterns(checkout: Path) -> None:
    done = action(checkout, FILES="index_templates/*.json $(touch owned)")
    assert done.returncode == 2
    assert not (checkout / "owned").exists()


def test_without_files_and_url_the_job_fails_and_says_why(checkout: Path) -> None:
    done = action(checkout)
    assert done.returncode == 2
    assert "there is nothing to audit" in done.stdout


def test_every_input_reaches_the_script_as_a_variable_and_never_as_its_text() -> None:
    definition = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    steps = definition["runs"]["steps"]
    used = json.dumps(steps)
    assert all(f"inputs.{name} }}}}" in used or f"inputs.{name} ==" in used for name in definition["inputs"])
    assert not any("${{" in step.get("run", "") for step in steps)


def test_the_pre_commit_hook_appends_its_files_to_an_option_that_takes_them() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [*hook["entry"].split(), *hook["args"]] == ["esneg", "audit", "--fail-on", "warning", "--file"]
