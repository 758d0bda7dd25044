"""200,000 documents; the client and the node are killed while a search runs: nothing is lost or partial."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from engines.own import OwnEngine, own_engine
from fakes.migration import PATCH, checksum, watching

from esneg.clusters import Cluster, ConnectionOptions, connect

DOCUMENTS = 200_000
BATCH = 10_000


def fill(cluster: Cluster) -> None:
    cluster.create_index(
        "policies-v1",
        {
            "settings": {"number_of_shards": 2, "number_of_replicas": 0, "refresh_interval": "-1"},
            "mappings": {"properties": {"body": {"type": "text", "analyzer": "english"}}},
            "aliases": {"policies": {}},
        },
    )
    for start in range(0, DOCUMENTS, BATCH):
        batch = [(str(n), {"body": f"does not cover {n}"}) for n in range(start, start + BATCH)]
        assert not cluster.bulk_index("policies-v1", batch, refresh=False)
    # An index that has been there for a while is on disk, and need not be played back from its log.
    cluster.request("POST", "/policies-v1/_flush", params={"wait_if_ongoing": True}, timeout=120)
    cluster.request("POST", "/policies-v1/_refresh")


def begin(engine: OwnEngine, folder: Path) -> subprocess.Popen[str]:
    settings = folder / "target.json"
    settings.write_text(json.dumps(PATCH))
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("ES", "ELASTIC", "OPENSEARCH"))}
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "esneg", "migrate", "policies", "--apply", "--url", engine.url),
            *("--target-settings", str(settings), "--slices", "2", "--requests-per-second", "25000"),
        ],
        env={**clean, "ESNEG_HOME": str(folder), "COLUMNS": "160"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until_copied(cluster: Cluster, documents: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while copied(cluster) < documents:
        assert process.poll() is None, f"it ended before it was to be killed: {process.communicate()}"
        assert time.monotonic() < deadline
        time.sleep(0.1)


def copied(cluster: Cluster) -> int:
    answer = cluster.request(
        "GET", "/policies-v1-esneg-1/_stats/docs,indexing", params={"ignore_unavailable": True}
    )
    return int(answer["_all"]["primaries"].get("indexing", {}).get("index_total", 0))


def journal(cluster: Cluster) -> dict[str, Any]:
    answer = cluster.request("GET", "/policies-v1-esneg-1/_mapping")
    found: dict[str, Any] = answer["policies-v1-esneg-1"]["mappings"]["_meta"]["esneg_migration"]
    return found


def test_a_killed_client_and_a_killed_node_cost_no_document_and_no_search(tmp_path: Path) -> None:
    with (
        own_engine("opensearch-3.5") as engine,
        connect(ConnectionOptions(urls=(engine.url,))) as cluster,
    ):
        fill(cluster)
        before = checksum(cluster, "policies")
        with watching(engine.url, "policies") as watch:
            first = begin(engine, tmp_path)
            wait_until_copied(cluster, DOCUMENTS // 5, first)
            first.send_signal(signal.SIGKILL)
            first.communicate()
            assert journal(cluster)["phase"] == "copying"

            second = begin(engine, tmp_path)
            wait_until_copied(cluster, DOCUMENTS * 2 // 5, second)
            watch.node_is_down.set()
            engine.kill()
            time.sleep(1)
            engine.start(serving="policies")
            watch.node_is_down.clear()
            answered = watch.answers

            output, errors = second.communicate(timeout=600)
            assert second.returncode == 0, errors
            assert "going on with the migration into policies-v1-esneg-1" in errors
            assert "trying again for 300 s" in errors
            assert "goes on after" in errors

        assert watch.failures == []
        assert watch.totals == {DOCUMENTS}
        assert answered > 50
        assert watch.answers > answered
        assert "policies -> policies-v1-esneg-1: 200,000 documents" in output
        assert list(cluster.request("GET", "/policies/_alias")) == ["policies-v1-esneg-1"]
        assert checksum(cluster, "policies") == before == checksum(cluster, "policies-v1")
