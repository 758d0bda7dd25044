#!/usr/bin/env python3
"""Do encoding and sending overlap? Three rates in one run, on the same passages and the same index settings.

- encode: `Encoder.encode_passages` alone, in the batches that a load makes.
- bulk: `esneg.ingest.load` with an encoder that has all the vectors ready: reading, JSON, bulk requests, the engine.
- both: `esneg.ingest.load` as it is.

What counts is "both" as a ratio to the slower of the two alone; the aim is 0.9. The three take turns, several times,
each load into a new index; the medians are reported. An engine on the same machine takes its share of the processors
from the encoder: `--threads` leaves some of them to it.

    python benchmarks/ingest.py corpus.jsonl --text title --text text [--count 2000] [--threads 1] [--url URL]
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.ingest import Fields, LoadOptions, LoadReport, load
from esneg.ingest.readers import find_sources
from esneg.search.embedder import TextEncoder
from esneg.search.encoder import DEFAULT_MODEL, Encoder

INDEX = "esneg-benchmark-ingest"


class Ready:
    """An encoder whose vectors have been made beforehand."""

    def __init__(self, encoder: Encoder, vectors: dict[str, Any]) -> None:
        self._encoder = encoder
        self._vectors = vectors

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encoder, name)

    def encode_passages(self, texts: list[str]) -> list[Any]:
        """Looks them up."""
        return [self._vectors[text] for text in texts]

    def count_cut(self, texts: list[str]) -> int:
        """Is a part of encoding."""
        return 0


def first_records(path: Path, count: int, folder: Path) -> Path:
    """A file with the first records of another."""
    (source,) = find_sources([path])
    chosen = folder / "passages.jsonl"
    with path.open("rb") as file:
        chosen.write_bytes(b"".join(islice(file, count)))
    assert source.format.name == "jsonl", "give a JSON-lines file"
    return chosen


def loaded(cluster: Cluster, path: Path, fields: Fields, encoder: TextEncoder) -> LoadReport:
    """Loads into a new index."""
    cluster.delete_index(INDEX, missing_ok=True)
    report = load(
        cluster,
        INDEX,
        [path],
        fields=fields,
        open_encoder=lambda: encoder,
        options=LoadOptions(state=path.with_suffix(".load"), restart=True),
    )
    assert report.tally.indexed == report.records, f"{report.dead} refused"
    return report


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--text", action="append", required=True)
    parser.add_argument("--id")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--threads", type=int, help="of torch; all when absent")
    parser.add_argument("--url")
    given = parser.parse_args()
    if given.url is None:
        from esneg.embedded import EmbeddedEngine

        given.url = EmbeddedEngine().up().url

    fields = Fields(text=tuple(given.text), id=given.id)
    encoder = Encoder.load(given.model, threads=given.threads)
    rates: dict[str, list[float]] = {"encode": [], "bulk": [], "both": []}
    with (
        tempfile.TemporaryDirectory() as folder,
        connect(ConnectionOptions(urls=(given.url,), timeout=120)) as cluster,
    ):
        path = first_records(given.file, given.count, Path(folder))
        (source,) = find_sources([path])
        passages = [
            fields.prepare(each.document, vector="vector").passage for each in source.format.read(path)
        ]
        size = LoadOptions().encode_count
        vectors: dict[str, Any] = {}
        encoder.encode_passages(passages[:size])  # warms up
        try:
            for _ in range(given.runs):
                begin = time.perf_counter()
                for first in range(0, len(passages), size):
                    batch = passages[first : first + size]
                    vectors.update(zip(batch, encoder.encode_passages(batch), strict=True))
                rates["encode"].append(len(passages) / (time.perf_counter() - begin))
                rates["bulk"].append(loaded(cluster, path, fields, Ready(encoder, vectors)).rate)
                rates["both"].append(loaded(cluster, path, fields, encoder).rate)
        finally:
            cluster.delete_index(INDEX, missing_ok=True)
        engine = f"{cluster.info.distribution} {cluster.info.version}"

    medians = {name: statistics.median(each) for name, each in rates.items()}
    mean = sum(map(len, passages)) / len(passages)
    print(
        f"{encoder.name} ({given.threads or 'all'} threads) into {engine}; {os.cpu_count()} processors, ",
        end="",
    )
    print(f"load average {os.getloadavg()[0]:.1f}")
    print(
        f"{len(passages)} passages of {mean:.0f} characters on average, {given.runs} runs in turn, medians:"
    )
    for name, values in rates.items():
        print(f"  {name:6} {medians[name]:7.0f} a second   ({', '.join(f'{value:.0f}' for value in values)})")
    slower = min(medians["encode"], medians["bulk"])
    print(f"  both / slower of the two alone: {medians['both'] / slower:.2f}   (aim: 0.9)")


if __name__ == "__main__":
    main()
