"""Loading with a real model into real engines."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from engines.pool import RunningEngine

from esneg.ingest import LoadOptions, load
from esneg.search.encoder import Encoder

OPPOSITES = [
    {"id": f"{word}-{negated}", "text": f"The plan {'does not cover' if negated else 'covers'} {word}."}
    for word in ("implants", "glasses", "crowns", "hearing aids", "vaccines")
    for negated in (False, True)
]

pytestmark = pytest.mark.needs("knn")


def write(folder: Path, documents: list[dict[str, Any]]) -> Path:
    path = folder / "docs.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in documents))
    return path


def nearest(engine: RunningEngine, index: str, question: str) -> str:
    vector = Encoder.load().encode_queries([question])[0].tolist()
    if engine.cluster.info.engine == "opensearch":
        body: dict[str, Any] = {"query": {"knn": {"vector": {"vector": vector, "k": 2}}}}
    else:
        body = {"knn": {"field": "vector", "query_vector": vector, "k": 2, "num_candidates": 10}}
    return str(engine.cluster.search(index, {**body, "size": 1})["hits"]["hits"][0]["_source"]["text"])


def test_the_command_loads_documents_that_their_vectors_find(
    engine: RunningEngine, fresh_index: str, tmp_path: Path
) -> None:
    write(tmp_path, [*OPPOSITES, {"id": "long", "text": "word " * 400}])
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "esneg",
            "index",
            "docs.jsonl",
            "--into",
            fresh_index,
            "--id",
            "id",
            "--url",
            engine.url,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "11 of 11 documents indexed" in done.stdout
    assert "1 are longer than the model's 256 tokens" in done.stdout
    assert "sentence-transformers/all-MiniLM-L6-v2, 384 dimensions" in done.stdout
    assert "glasses" in nearest(engine, fresh_index, "does it cover glasses?")


@pytest.mark.engines("opensearch-3.5")  # the engine makes no difference here, and every process imports torch
def test_worker_processes_load_models_of_their_own(
    engine: RunningEngine, fresh_index: str, tmp_path: Path
) -> None:
    report = load(
        engine.cluster,
        fresh_index,
        [write(tmp_path, OPPOSITES)],
        open_encoder=partial(Encoder.load, threads=1),
        options=LoadOptions(workers=2, state=tmp_path / "load.json"),
    )
    assert (report.tally.created, report.holds) == (10, 10)
