"""The options of ``esneg guard`` reach the guard; the model is one that knows its answer."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from esneg.cli.commands.guard import app
from esneg.errors import UsageError

OPEN = ("¿Cómo renuevo el carné?", "¿Qué hago para que mi carné siga en vigor?")


class Knows:
    """Says "same" with 0.6, and with 0.1 where the second text is about the weather."""

    def polarity(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        return [(0.1, 0.9, 0.0) if "weather" in b else (0.6, 0.0, 0.4) for _, b in pairs]


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("esneg.guard.guard._resolve", lambda model: Knows() if model else None)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def outcome(*arguments: str) -> str:
    found: str = json.loads(run("check", "--format", "json", *OPEN, *arguments).stdout)["outcome"]
    return found


def test_the_model_is_asked_in_the_languages_that_are_named() -> None:
    assert outcome("--language", "es") == "unsure"
    assert outcome("--language", "es", "--model-languages", "en,es") == "same"
    assert outcome("--language", "en", "--model-languages", "es") == "unsure"
    assert outcome("--language", "es", "--model-languages", "en,es", "--rules-only") == "unsure"
    with pytest.raises(UsageError, match="no negation data for language 'klingon'"):
        run("check", *OPEN, "--model-languages", "klingon")


def test_the_thresholds_are_those_that_are_named() -> None:
    assert outcome("--same", "0.61") == "unsure"
    assert outcome("--same", "0.6") == "same"
    assert outcome("--opposite", "0.4") == "opposite"


def test_check_takes_what_calibrate_prints(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [{"a": f"swim{i} alpha", "b": f"bathe{i} beta", "same": True} for i in range(40)]
    rows += [{"a": f"swim{i} alpha", "b": f"weather{i} beta", "same": False} for i in range(40, 80)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))

    done = run("calibrate", str(path), "--language", "es")

    assert done.exit_code == 0
    (line,) = (each for each in done.stdout.splitlines() if each.startswith("use it: "))
    words = shlex.split(line.removeprefix("use it: "))
    assert words[:3] == ["esneg", "guard", "check"]
    assert words[3:] == ["--same", "0.6", "--opposite", "0.5", "--model-languages", "en,es"]
    assert outcome("--language", "es", *words[3:]) == "same"


def test_calibrate_bounds_what_is_served_wrongly(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [{"a": f"swim{i} alpha", "b": f"bathe{i} beta", "same": i < 40} for i in range(60)]
    rows += [{"a": f"swim{i} alpha", "b": f"weather{i} beta", "same": False} for i in range(60, 80)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))

    done = run("calibrate", str(path))

    assert done.exit_code == 1
    assert "of the pairs that differ may be served, more than 10%" in done.stdout
    assert run("calibrate", str(path), "--most-wrong", "0.9").exit_code == 0
