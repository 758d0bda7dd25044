"""``esneg migrate`` as a user runs it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli
from fakes.migration import PATCH, make_old

pytestmark = pytest.mark.engines("opensearch-3.5")


@pytest.fixture
def stem(engine: RunningEngine, fresh_index: str) -> Iterator[str]:
    make_old(engine.cluster, fresh_index, "index", size=20)
    yield fresh_index
    for index in engine.cluster.request("GET", f"/{fresh_index}*/_alias", params={"expand_wildcards": "all"}):
        engine.cluster.delete_index(index)


def test_plan_apply_clean_up_and_what_is_refused(
    cli: Cli, engine: RunningEngine, stem: str, tmp_path: Path
) -> None:
    settings = tmp_path / "target.json"
    settings.write_text(json.dumps(PATCH))
    base = ("migrate", stem, "--url", engine.url)

    planned = cli(*base, "--target-settings", str(settings), "--format", "json")
    assert planned.returncode == 0, planned.stderr
    plan = json.loads(planned.stdout)
    assert (plan["target"], plan["kept"]) == (f"{stem}-esneg-1", f"{stem}-before-esneg")
    assert plan["space"]["documents"] == 20
    assert "What changes" in cli(*base, "--target-settings", str(settings)).stdout

    done = cli(*base, "--apply", "--target-settings", str(settings))
    assert done.returncode == 0, done.stderr
    assert f"{stem} -> {stem}-esneg-1: 20 documents, 20 of them compared byte for byte" in done.stdout
    assert "verified: 20 documents" in done.stderr

    unsure = cli(*base, "--delete-source")
    assert unsure.returncode == 2
    assert f"deletes {stem}-before-esneg for good" in unsure.stderr
    assert cli(*base, "--delete-source", "--yes").returncode == 0
    late = cli(*base, "--rollback")
    assert late.returncode == 2
    assert "nothing to go back to" in late.stderr
    assert "Traceback" not in late.stderr


def test_contradicting_options_are_one_line(cli: Cli, engine: RunningEngine) -> None:
    done = cli("migrate", "any", "--apply", "--rollback", "--url", engine.url)
    assert done.returncode == 2
    assert "are three things" in done.stderr
    missing = cli("migrate", "no-such-index", "--url", engine.url)
    assert missing.returncode == 2
    assert "no index, alias or data stream is called no-such-index" in missing.stderr
