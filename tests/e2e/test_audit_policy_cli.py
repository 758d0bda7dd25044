"""``esneg audit`` on files, as a user runs it: formats, severities, suppressions and a baseline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fakes.command_line import Cli

BODY = {"type": "text", "analyzer": "english"}


@pytest.fixture
def books(tmp_path: Path) -> Path:
    return template(tmp_path, "books", body=BODY)


def template(folder: Path, name: str, **fields: Any) -> Path:
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"mappings": {"properties": fields}}), "utf-8")
    return path


def configured(folder: Path, text: str) -> None:
    (folder / "esneg.toml").write_text(text, "utf-8")


@pytest.mark.parametrize("name", ["table", "sarif", "html"])
def test_a_report_goes_to_stdout_or_whole_into_a_file(cli: Cli, books: Path, name: str) -> None:
    printed = cli("audit", "--file", str(books), "--format", name)
    assert printed.returncode == 1
    assert printed.stdout.endswith("\n")
    assert printed.stderr == ""
    to_file = cli("audit", "--file", str(books), "--format", name, "--output", "report")
    assert (to_file.returncode, to_file.stdout) == (1, "")
    assert (books.parent / "report").read_text("utf-8") == printed.stdout


def test_a_report_names_the_file_of_a_finding(cli: Cli, books: Path) -> None:
    log = json.loads(cli("audit", "--file", books.name, "--format", "sarif").stdout)
    (location,) = log["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "books.json"
    assert (
        "::error file=books.json,line=1," in cli("audit", "--file", books.name, "--format", "github").stdout
    )


def test_an_output_that_cannot_be_written_is_exit_status_2_and_one_line(cli: Cli, books: Path) -> None:
    done = cli("audit", "--file", str(books), "--output", "none/report")
    assert done.returncode == 2
    assert "none/report cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_more_files_may_follow_the_first(cli: Cli, books: Path, tmp_path: Path) -> None:
    films = template(tmp_path, "films", body=BODY)
    report = json.loads(cli("audit", "--file", str(books), str(films), "--format", "json").stdout)
    assert {each["index"] for each in report["findings"]} == {"books", "films"}


def test_only_what_is_new_since_the_baseline_fails(cli: Cli, books: Path, tmp_path: Path) -> None:
    written = cli("audit", "--file", str(books), "--baseline", "known.json", "--write-baseline")
    assert written.returncode == 0
    assert "known findings written to known.json" in written.stderr
    assert cli("audit", "--file", str(books), "--baseline", "known.json").returncode == 0

    template(tmp_path, "books", body=BODY, title=BODY)
    worse = cli("audit", "--file", str(books), "--baseline", "known.json", "--format", "json")
    assert worse.returncode == 1
    assert {each["field"] for each in json.loads(worse.stdout)["findings"]} == {"title"}

    template(tmp_path, "books", body={"type": "text", "analyzer": "standard"})
    better = cli("audit", "--file", str(books), "--baseline", "known.json")
    assert better.returncode == 0
    assert "fixed since the baseline" in better.stdout


def test_a_baseline_that_is_not_there_or_not_named_is_exit_status_2_with_the_next_step(
    cli: Cli, books: Path
) -> None:
    missing = cli("audit", "--file", str(books), "--baseline", "known.json")
    assert missing.returncode == 2
    assert "--write-baseline" in missing.stderr
    nameless = cli("audit", "--file", str(books), "--write-baseline")
    assert nameless.returncode == 2
    assert "--baseline FILE" in nameless.stderr


def test_suppressions_fail_nothing_until_they_expire(cli: Cli, books: Path, tmp_path: Path) -> None:
    suppression = '[[audit.suppress]]\nindex = "boo*"\nreason = "machine text"\nexpires = '
    configured(tmp_path, f"{suppression}2999-12-31\n")
    held = cli("audit", "--file", str(books))
    assert held.returncode == 0
    assert "suppressed" in held.stdout

    configured(tmp_path, f"{suppression}2020-12-31\n")
    expired = cli("audit", "--file", str(books))
    assert expired.returncode == 1
    assert "expired on 2020-12-31" in " ".join(expired.stdout.split())


def test_a_severity_in_the_configuration_decides_what_fails(cli: Cli, books: Path, tmp_path: Path) -> None:
    configured(tmp_path, '[audit.severity]\nNEG001 = "warning"\nNEG002 = "off"\n')
    done = cli("audit", "--file", str(books), "--format", "junit")
    assert done.returncode == 0
    suites = {suite.get("name", "")[:6]: suite for suite in ElementTree.fromstring(done.stdout)}
    assert (suites["NEG001"].get("failures"), suites["NEG002"].get("skipped")) == ("0", "1")


def test_a_configuration_that_cannot_be_used_is_exit_status_2_and_one_line(
    cli: Cli, books: Path, tmp_path: Path
) -> None:
    configured(tmp_path, '[[audit.suppress]]\nrule = "NEG001"\n')
    done = cli("audit", "--file", str(books))
    assert done.returncode == 2
    assert "suppression 1 has no reason" in done.stderr
    assert "Traceback" not in done.stderr


def test_names_in_files_cannot_steer_the_terminal(cli: Cli, tmp_path: Path) -> None:
    path = template(tmp_path, "books", **{"\x1b[2J\x1b]0;owned\x07body": BODY})
    shown = cli("audit", "--file", str(path)).stdout
    assert "\\x1b[2J\\x1b]0;owned\\x07body" in shown
    assert not set("\x1b\x07") & set(shown)
