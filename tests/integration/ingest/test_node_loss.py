"""Three nodes, three shards, one replica: a node is killed in the middle of a load and of a run of searches."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from engines.containers import EngineFailed
from engines.three_nodes import ThreeNodes, three_nodes, wait_until_green
from fakes.encoder import StubEncoder, open_stub

from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.ingest import BulkOptions, Fields, LoadOptions, LoadReport, load
from esneg.ingest.index_body import index_body
from esneg.search import HybridSearcher
from esneg.search.embedder import TextEncoder

INDEX = "esneg-test-node-loss"
THERE = 500
"""Documents that are searched; loaded before anything happens."""
MORE = 3000
"""Documents that are being loaded when the node dies."""
STRUCK = 1
"""The node that is killed: an address in the middle of those that are asked."""
SEARCHES_AFTERWARDS = 20


@pytest.fixture(scope="module")
def nodes() -> Iterator[ThreeNodes]:
    try:
        with three_nodes() as running:
            yield running
            return
    except EngineFailed as error:
        reason = str(error)
    pytest.fail(f"three nodes could not be started: {reason}", pytrace=False)


@pytest.fixture(scope="module")
def cluster(nodes: ThreeNodes) -> Iterator[Cluster]:
    with connect(ConnectionOptions(urls=nodes.urls)) as cluster:
        body = index_body(
            "opensearch", text=("text",), language="en", vector_field="vector", encoder=StubEncoder()
        )
        body["settings"] |= {"index.number_of_shards": 3, "index.number_of_replicas": 1}
        cluster.create_index(INDEX, body)
        wait_until_green(cluster, INDEX, nodes=3)
        yield cluster


def text(number: int) -> str:
    return f"no implants in {number}"


def load_numbers(cluster: Cluster, folder: Path, numbers: range, encoder: TextEncoder) -> LoadReport:
    path = folder / f"{numbers.start}.jsonl"
    path.write_text("".join(json.dumps({"id": f"d{n}", "text": text(n)}) + "\n" for n in numbers))
    return load(
        cluster,
        INDEX,
        [path],
        fields=Fields(id="id"),
        open_encoder=lambda: encoder,
        options=LoadOptions(bulk=BulkOptions(count=100), state=folder / f"{numbers.start}.load.json"),
    )


@dataclass
class KillingEncoder(StubEncoder):
    """Kills a node when it gets to a certain text."""

    nodes: ThreeNodes | None = None
    at: str = ""
    struck: threading.Event = field(default_factory=threading.Event)

    def encode_passages(self, texts: list[str]) -> list[list[float]]:
        if self.at in texts and self.nodes is not None:
            self.nodes.kill(STRUCK)
            self.struck.set()
        return super().encode_passages(texts)


class Searching:
    """Searches one document after the other, in a thread, until there were enough searches after the strike."""

    def __init__(self, cluster: Cluster, struck: threading.Event) -> None:
        self._searcher = HybridSearcher(
            cluster, INDEX, text_fields=["text"], vector_field="vector", encoder=open_stub
        )
        self._struck = struck
        self.first: list[tuple[str, str]] = []
        self.errors: list[Exception] = []
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Searching:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._struck.set()
        self._thread.join()

    def _run(self) -> None:
        afterwards = number = 0
        while afterwards < SEARCHES_AFTERWARDS:
            afterwards += self._struck.is_set()
            number = (number + 1) % THERE
            try:
                hits = self._searcher.search(text(number), k=5).hits
            except Exception as error:  # whatever it is, the test shows it
                self.errors.append(error)
            else:
                self.first.append((text(number), hits[0].source["text"]))


def test_no_document_is_lost_and_searches_go_on_when_a_node_dies(
    cluster: Cluster, nodes: ThreeNodes, tmp_path: Path
) -> None:
    assert load_numbers(cluster, tmp_path, range(THERE), StubEncoder()).holds == THERE
    encoder = KillingEncoder(nodes=nodes, at=text(THERE + MORE // 3))

    with Searching(cluster, encoder.struck) as searching:
        report = load_numbers(cluster, tmp_path, range(THERE, THERE + MORE), encoder)

    assert cluster.request("GET", "/_cluster/health")["number_of_nodes"] == 2
    assert (report.tally.indexed, report.tally.rejected, report.holds) == (MORE, 0, THERE + MORE)
    assert searching.errors == []
    assert len(searching.first) >= SEARCHES_AFTERWARDS
    assert [found for _, found in searching.first] == [asked for asked, _ in searching.first]
