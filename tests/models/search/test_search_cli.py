"""``esneg index`` and ``esneg search`` as processes, with real models, on real engines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from engines.pool import RunningEngine
from models.cross_encoders import make_cross_encoder

TEXTS = (
    "The Aurora policy covers water damage from burst pipes.",
    "The Borealis policy does not cover water damage from burst pipes.",
    "Lounge access is not included with the Bronze card.",
)
QUESTION = "which policy does not cover water damage"


def esneg(engine: RunningEngine, *arguments: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ES", "ELASTIC", "OPENSEARCH"))
    }
    return subprocess.run(
        [sys.executable, "-m", "esneg", *arguments],
        env={**clean, "ESNEG_URL": engine.url, "COLUMNS": "140"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def loaded(engine: RunningEngine, fresh_index: str, tmp_path: Path) -> str:
    lines = [json.dumps({"id": f"p{number}", "text": text}) for number, text in enumerate(TEXTS)]
    (tmp_path / "docs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    state = ("--state", str(tmp_path / "load.json"))
    done = esneg(engine, "index", str(tmp_path / "docs.jsonl"), "--into", fresh_index, "--id", "id", *state)
    assert done.returncode == 0, done.stderr
    return fresh_index


@pytest.mark.needs("knn")
@pytest.mark.engines("opensearch-3.5", "elasticsearch-8.19")
def test_a_search_takes_the_model_from_the_index_and_a_reranker_by_its_folder(
    engine: RunningEngine, loaded: str, one_logit: Path
) -> None:
    done = esneg(engine, "search", QUESTION, "--index", loaded, "--reranker", str(one_logit), "--json")

    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {hit["id"] for hit in found["hits"]} == {"p0", "p1", "p2"}
    assert all(hit["legs"]["dense"]["rank"] for hit in found["hits"])
    scores = [hit["rerank_score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert found["reranked"] == 3
    assert found["fusion"]["where"] in ("engine", "client")


@pytest.mark.engines("opensearch-3.5")
def test_a_reranker_that_cannot_be_used_costs_a_warning_and_with_strict_the_search(
    engine: RunningEngine, fresh_index: str, tmp_path: Path
) -> None:
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": {"text": {"type": "text"}}}})
    engine.cluster.bulk_index(fresh_index, [(text, {"text": text}) for text in TEXTS])
    unusable = str(make_cross_encoder(tmp_path / "two-labels", {0: "no", 1: "yes"}))
    search = ("search", QUESTION, "--index", fresh_index, "--legs", "bm25", "--reranker", unusable)

    warned = esneg(engine, *search)
    strict = esneg(engine, *search, "--strict")

    assert warned.returncode == 0
    assert "warning: re-ranking failed" in warned.stderr
    assert "gives 2 logits named no, yes" in warned.stderr
    assert "Borealis" in warned.stdout
    assert strict.returncode == 2
    assert "re-ranking failed" in strict.stderr
