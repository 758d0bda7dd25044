"""``esneg guard`` as a user runs it; no engine, no model."""

from __future__ import annotations

import json
from pathlib import Path

from fakes.command_line import Cli


def test_opposites_leave_with_1_and_say_what_decided_it(cli: Cli) -> None:
    done = cli("guard", "check", "--rules-only", "Is lunch included?", "Is lunch excluded?")
    assert done.returncode == 1
    assert "opposite (decided by rules)" in done.stdout
    assert "included / excluded" in done.stdout


def test_the_same_leaves_with_0(cli: Cli) -> None:
    done = cli(
        "guard", "check", "--rules-only", "--format", "json", "Isn't lunch included?", "Is lunch included?"
    )
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["outcome"], found["decided_by"], found["safe"]) == ("same", "rules", True)


def test_spanish_statements(cli: Cli) -> None:
    done = cli(
        *("guard", "check", "--rules-only", "--language", "es", "--kind", "statement"),
        *("El museo no abre los lunes.", "El museo abre los lunes."),
    )
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "opposite (decided by rules)")


def test_an_unknown_language_is_one_clear_line(cli: Cli) -> None:
    done = cli("guard", "check", "--language", "xx", "a", "b")
    assert done.returncode == 2
    assert "no negation data for language 'xx'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_line_of_pairs_is_named(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"a": "x", "b": "y"}\n')
    done = cli("guard", "calibrate", str(path))
    assert done.returncode == 2
    assert "line 1: field 'same' must be true or false" in done.stderr
