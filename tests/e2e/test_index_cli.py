"""``esneg index`` as a process: its report, and loads that are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli, StartCli
from fakes.index import FakeIndex, error
from fakes.server import FakeServer

from esneg.ingest.ledger import SAVE_EVERY
from esneg.ingest.pipeline import CHUNK


def write_documents(folder: Path, count: int) -> Path:
    path = folder / "docs.jsonl"
    lines = (json.dumps({"id": f"d{number}", "text": f"no implants in {number}"}) for number in range(count))
    path.write_text("\n".join(lines))
    return path


def test_a_load_reports_on_stdout_and_the_documents_can_be_searched_with_their_negation(
    cli: Cli, engine: RunningEngine, fresh_index: str, tmp_path: Path
) -> None:
    write_documents(tmp_path, 30)
    arguments = [
        "index",
        "docs.jsonl",
        "--into",
        fresh_index,
        "--id",
        "id",
        "--no-vectors",
        "--url",
        engine.url,
    ]
    done = cli(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{fresh_index} (created): 30 of 30 documents indexed" in done.stdout
    query = {"query": {"match": {"text": "no"}}, "track_total_hits": True}
    assert engine.cluster.search(fresh_index, query)["hits"]["total"]["value"] == 30

    again = cli(*arguments, "--format", "json")
    report = json.loads(again.stdout)
    assert (report["schema"], report["tally"]["updated"], report["holds"]) == ("esneg.index/1", 30, 30)


def test_documents_that_the_engine_refuses_are_in_a_file_that_the_report_names(
    cli: Cli, engine: RunningEngine, fresh_index: str, tmp_path: Path
) -> None:
    mappings = {"dynamic": "strict", "properties": {"text": {"type": "text"}}}
    engine.cluster.create_index(fresh_index, {"mappings": mappings})
    (tmp_path / "docs.jsonl").write_text('{"text": "fits"}\n{"text": "does not", "other": 1}\n')
    done = cli("index", "docs.jsonl", "--into", fresh_index, "--no-vectors", "--url", engine.url)
    assert done.returncode == 1
    dead = tmp_path / f"esneg-{fresh_index}.dead.jsonl"
    assert str(dead) in done.stdout
    letter = json.loads(dead.read_text())
    assert letter["document"] == {"text": "does not", "other": 1}
    assert "strict" in letter["esneg.dead_letter"]["type"]
    assert "other" in letter["esneg.dead_letter"]["reason"]


def test_a_line_that_is_no_json_is_one_error_and_nothing_is_made(
    cli: Cli, engine: RunningEngine, fresh_index: str, tmp_path: Path
) -> None:
    (tmp_path / "docs.jsonl").write_text('{"text": "a"}\n{"text": }\n')
    done = cli("index", "docs.jsonl", "--into", fresh_index, "--no-vectors", "--url", engine.url)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: docs.jsonl, line 2, column 10: not JSON")
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.glob("esneg-*")] == []


def test_without_sentence_transformers_the_next_step_is_named(cli: Cli, tmp_path: Path) -> None:
    write_documents(tmp_path, 1)
    blocked = tmp_path / "blocked" / "sentence_transformers"
    blocked.mkdir(parents=True)
    (blocked / "__init__.py").write_text("raise ImportError(name='sentence_transformers')")
    with FakeIndex("docs").serving() as server:
        done = cli(
            "index", "docs.jsonl", "--into", "docs", "--url", server.url, PYTHONPATH=str(blocked.parent)
        )
    assert done.returncode == 2
    assert "pip install 'esneg[models]'" in done.stderr
    assert "Traceback" not in done.stderr


# --- killed loads ----------------------------------------------------------------------------------------------

BULK = 100


class Killing:
    """A fake cluster that does something to the load in the middle of it."""

    def __init__(self, index: FakeIndex, server: FakeServer, start: StartCli, folder: Path) -> None:
        self.index = index
        self.url = server.url
        self._start = start
        self._folder = folder
        self._begun = threading.Event()

    def arguments(self, *more: str) -> list[str]:
        common = ["index", "docs.jsonl", "--into", "docs", "--id", "id", "--no-vectors", "--url", self.url]
        return [*common, "--bulk-count", str(BULK), "--in-flight", "1", *more]

    def run(
        self, deed: Callable[[subprocess.Popen[str]], None], *more: str, at: int
    ) -> subprocess.Popen[str]:
        """Runs a load, and does the deed when a bulk request comes in; that of number ``at``, from 1.

        The resume file is saved with the acknowledgement of the request before it, which is held back for so long.
        """
        self._process: subprocess.Popen[str]

        def hold_back() -> None:
            threading.Event().wait(1.1 * SAVE_EVERY)

        def strike() -> None:
            self._begun.wait()
            deed(self._process)

        self.index.before = [*[None] * (at - 2), hold_back, strike]
        self._process = self._start(*self.arguments(*more))
        self._begun.set()
        self._process.wait(timeout=100)
        return self._process

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self._folder / "esneg-docs.load.json").read_text())
        return found


@pytest.fixture
def killing(start_cli: StartCli, tmp_path: Path) -> Iterator[Killing]:
    index = FakeIndex("docs")
    with index.serving() as server:
        yield Killing(index, server, start_cli, tmp_path)


def done_in(state: dict[str, Any]) -> int:
    return sum(end - begin for source in state["done"] for begin, end in source)


def resumed(cli: Cli, killing: Killing, *more: str) -> dict[str, Any]:
    done = cli(*killing.arguments("--resume", "--format", "json", *more))
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def assert_complete(killing: Killing, report: dict[str, Any], count: int) -> None:
    tally = report["tally"]
    assert set(killing.index.documents) == {f"d{number}" for number in range(count)}
    assert tally["seen"] == count == tally["already_done"] + tally["created"] + tally["updated"]
    assert killing.state()["finished"] is True


def test_a_load_that_is_killed_outright_is_resumed_and_nothing_is_missing(
    cli: Cli, killing: Killing, tmp_path: Path
) -> None:
    write_documents(tmp_path, 10 * BULK)
    process = killing.run(lambda process: process.kill(), at=6)
    assert process.returncode == -signal.SIGKILL
    saved = done_in(killing.state())
    assert 0 < saved < 10 * BULK

    killing.index.bulks.clear()
    report = resumed(cli, killing)
    assert report["tally"]["already_done"] == saved
    assert sum(map(len, killing.index.bulks)) == 10 * BULK - saved, "what was done is not sent again"
    assert_complete(killing, report, 10 * BULK)


def test_ctrl_c_saves_what_is_done_and_says_how_to_go_on(cli: Cli, killing: Killing, tmp_path: Path) -> None:
    write_documents(tmp_path, 10 * BULK)
    process = killing.run(lambda process: process.send_signal(signal.SIGINT), at=6)
    assert process.returncode == 130
    assert process.stderr is not None
    said = process.stderr.read()
    assert "--resume" in said
    assert "Traceback" not in said
    assert done_in(killing.state()) >= 5 * BULK
    assert_complete(killing, resumed(cli, killing), 10 * BULK)


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    children = psutil.Process(process.pid).children()
    return [child for child in children if "spawn_main" in " ".join(child.cmdline())]


def test_a_worker_that_is_killed_is_told_and_the_others_end_their_share(
    cli: Cli, killing: Killing, tmp_path: Path
) -> None:
    count = 4 * CHUNK
    write_documents(tmp_path, count)
    process = killing.run(lambda process: workers_of(process)[0].kill(), "--workers", "2", at=6)
    assert process.returncode == 2
    assert process.stderr is not None
    said = process.stderr.read()
    assert "died (exit status -9)" in said
    assert "--resume" in said
    assert done_in(killing.state()) >= 2 * CHUNK
    assert_complete(killing, resumed(cli, killing, "--workers", "2"), count)


def test_workers_leave_when_the_process_that_started_them_is_killed(
    cli: Cli, killing: Killing, tmp_path: Path
) -> None:
    count = 4 * CHUNK
    write_documents(tmp_path, count)
    orphans: list[psutil.Process] = []

    def kill(process: subprocess.Popen[str]) -> None:
        orphans.extend(workers_of(process))
        process.kill()

    killing.run(kill, "--workers", "2", at=6)
    assert len(orphans) == 2
    gone, alive = psutil.wait_procs(orphans, timeout=60)
    assert (len(gone), alive) == (2, [])
    assert_complete(killing, resumed(cli, killing), count)


def test_a_cluster_that_takes_no_more_is_one_error_with_exit_status_2(
    cli: Cli, killing: Killing, tmp_path: Path
) -> None:
    write_documents(tmp_path, 3 * BULK)
    blocked = error(403, "cluster_block_exception", "index [docs] blocked by: read-only")
    killing.index.refuse = lambda document: blocked if len(killing.index.documents) >= BULK else None
    done = cli(*killing.arguments())
    assert (done.returncode, done.stdout) == (2, "")
    assert "the index takes no documents: index [docs] blocked by: read-only" in done.stderr
    assert "--resume" in done.stderr
    assert os.listdir(tmp_path).count("esneg-docs.load.json") == 1
