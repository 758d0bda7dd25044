"""``esneg engine`` as a user runs it: real processes, a real node, a home of its own.

Each test begins with ``up``, which is quick when the node runs already, so the tests need no order. The cache
with the downloaded server is the user's own.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from esneg.clusters import ConnectionOptions, connect
from esneg.embedded import Places

INDEX = "kept-between-runs"


class Cli:
    """Runs ``esneg engine ...`` with a home of its own."""

    def __init__(self, home: Path) -> None:
        self.places = Places(cache=Places.from_environment().cache, state=home / "state")
        self.environment = os.environ | {
            "ESNEG_HOME": str(home),
            "ESNEG_CACHE_DIR": str(self.places.cache),
        }

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "esneg", "engine", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell that runs the tests in the background has made them ignore Ctrl-C; a user's has not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments)
        stdout, stderr = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)

    def up(self, *arguments: str) -> str:
        """Starts the node and returns its address."""
        done = self.run("up", "--heap", "512m", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def status(self) -> dict[str, Any]:
        done = self.run("status", "--format", "json")
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    def recorded_pid(self) -> int:
        try:
            return int(json.loads(self.places.record.read_text())["pid"])
        except FileNotFoundError:
            return 0


@pytest.fixture(scope="module")
def cli() -> Iterator[Cli]:
    # As root the node runs as another user, who cannot enter pytest's own directories.
    home = Path(tempfile.mkdtemp(prefix="esneg-e2e-"))
    home.chmod(0o755)
    cli = Cli(home)
    yield cli
    cli.run("down")
    shutil.rmtree(home)


def test_two_at_once_start_one_node(cli: Cli) -> None:
    cli.run("down")
    both = [cli.start("up", "--heap", "512m") for _ in range(2)]
    outputs = [process.communicate() for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    (first, first_notes), (second, second_notes) = outputs
    assert first == second
    verbs = sorted("started" if "3.5.0 started" in notes else "ran" for notes in (first_notes, second_notes))
    assert verbs == ["ran", "started"]
    mark = f"-Epath.data={cli.places.data}"
    nodes = [each for each in psutil.process_iter(["cmdline"]) if mark in (each.info["cmdline"] or ())]
    assert [node.pid for node in nodes] == [cli.status()["process"]["pid"]]


def test_up_again_returns_the_node_that_runs(cli: Cli) -> None:
    url = cli.up()
    pid = cli.status()["process"]["pid"]
    assert cli.up() == url
    assert cli.status()["process"]["pid"] == pid


def test_status_says_what_the_engine_is_and_can_do(cli: Cli) -> None:
    url = cli.up()
    status = cli.status()
    assert (status["distribution"], status["version"], status["url"]) == ("OpenSearch", "3.5.0", url)
    assert status["abilities"]["knn"]
    assert status["abilities"]["reindex"]
    assert "opensearch-knn" in status["plugins"]
    table = cli.run("status").stdout
    assert url in table
    assert str(status["process"]["pid"]) in table


def test_it_listens_on_the_loopback_interface_alone_and_not_as_root(cli: Cli) -> None:
    cli.up()
    node = psutil.Process(cli.status()["process"]["pid"])
    listening = [each for each in node.net_connections(kind="inet") if each.status == psutil.CONN_LISTEN]
    assert len(listening) == 2
    assert {each.laddr.ip for each in listening} <= {"127.0.0.1", "::ffff:127.0.0.1"}
    assert node.uids().effective != 0


def test_vectors_and_texts_can_be_indexed_and_searched(cli: Cli) -> None:
    with connect(ConnectionOptions(urls=(cli.up(),))) as cluster:
        cluster.delete_index("vectors", missing_ok=True)
        vector = {"type": "knn_vector", "dimension": 2, "method": {"name": "hnsw", "engine": "lucene"}}
        properties = {"body": {"type": "text", "analyzer": "english"}, "vector": vector}
        cluster.create_index(
            "vectors", {"settings": {"index.knn": True}, "mappings": {"properties": properties}}
        )
        documents = [
            ("near", {"body": "plans", "vector": [1, 0]}),
            ("far", {"body": "none", "vector": [-1, 0]}),
        ]
        assert cluster.bulk_index("vectors", documents) == []
        nearest = cluster.search("vectors", {"query": {"knn": {"vector": {"vector": [1, 0.1], "k": 1}}}})
        assert nearest["hits"]["hits"][0]["_id"] == "near"
        by_text = cluster.search("vectors", {"query": {"match": {"body": "plan"}}})
        assert [hit["_id"] for hit in by_text["hits"]["hits"]] == ["near"]


def test_after_a_kill_it_starts_again_with_its_data_at_the_same_address(cli: Cli) -> None:
    url = cli.up()
    with connect(ConnectionOptions(urls=(url,))) as cluster:
        assert cluster.bulk_index(INDEX, [("1", {"text": "not lost"})]) == []
    node = psutil.Process(cli.status()["process"]["pid"])
    node.kill()
    node.wait()
    down = cli.run("status")
    assert (down.returncode, down.stdout) == (1, "")
    assert "does not run" in down.stderr
    assert cli.up() == url
    with connect(ConnectionOptions(urls=(url,))) as cluster:
        assert cluster.search(INDEX, {})["hits"]["hits"][0]["_source"] == {"text": "not lost"}


def test_fresh_starts_empty(cli: Cli) -> None:
    with connect(ConnectionOptions(urls=(cli.up(),))) as cluster:
        assert cluster.bulk_index(INDEX, [("1", {"text": "to be dropped"})]) == []
    with connect(ConnectionOptions(urls=(cli.up("--fresh"),))) as cluster:
        assert cluster.request("GET", "/_cat/indices", params={"format": "json"}) == []


def test_another_port_is_refused_while_it_runs(cli: Cli) -> None:
    url = cli.up()
    done = cli.run("up", "--port", "65000")
    assert done.returncode == 2
    assert f"the engine runs already, on {url}" in done.stderr
    assert "esneg engine down" in done.stderr


def test_down_stops_the_node_and_only_it(cli: Cli) -> None:
    cli.up()
    node = psutil.Process(cli.status()["process"]["pid"])
    # Bears the node's own mark, yet is not the process that was started.
    bystander = psutil.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)", f"-Epath.data={cli.places.data}"]
    )
    try:
        done = cli.run("down")
        assert done.returncode == 0
        assert "is stopped" in done.stderr
        assert not node.is_running()
        assert bystander.poll() is None
        assert "was not running" in cli.run("down").stderr
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_a_node_that_dies_at_start_shows_the_end_of_its_log(cli: Cli) -> None:
    cli.run("down")
    done = cli.run("up", "--heap", "2m")
    assert done.returncode == 2
    assert "the engine died while it started" in done.stderr
    assert "OutOfMemoryError" in done.stderr or "Too small" in done.stderr
    assert "--heap 1g" in done.stderr
    assert "Traceback" not in done.stderr
    assert cli.recorded_pid() == 0
    assert cli.run("logs", "-n", "1").stdout.strip() != ""


def test_ctrl_c_while_it_starts_leaves_no_process(cli: Cli) -> None:
    cli.run("down")
    starting = cli.start("up", "--heap", "512m")
    while not (pid := cli.recorded_pid()):
        assert starting.poll() is None, starting.communicate()
        time.sleep(0.05)
    starting.send_signal(signal.SIGINT)
    _, notes = starting.communicate()
    assert starting.returncode == 130
    assert "Traceback" not in notes
    assert not psutil.pid_exists(pid)
    assert cli.recorded_pid() == 0
