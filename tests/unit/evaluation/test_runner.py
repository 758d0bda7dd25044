"""A whole run with models that a test provides: what it notes, that it repeats itself, and what it refuses."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from esneg.errors import UsageError
from esneg.evaluation import models, runner
from esneg.evaluation.runner import Request, evaluate
from esneg.evaluation.stored import schema
from esneg.evaluation.suites.base import Named
from esneg.reports import evaluation_html
from esneg.reports.evaluation_json import render


class HashEncoder:
    """A vector of its own for every text, the same each time."""

    dims = 8
    similarity = "cosine"
    normalize = False

    def encode_queries(self, texts: list[str]) -> Any:
        digests = [hashlib.sha256(text.encode()).digest()[: self.dims] for text in texts]
        return np.asarray([[byte / 255 for byte in digest] for digest in digests], dtype=np.float32)

    encode_passages = encode_queries

    def meta(self) -> dict[str, Any]:
        return {"model": "hash", "revision": "1"}


@pytest.fixture(autouse=True)
def _own_models(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, *, threads: int | None = None) -> tuple[Named, dict[str, Any]]:
        return Named(name, HashEncoder()), {"use": "encoder", "name": name}

    monkeypatch.setattr(models, "load_encoder", load)
    monkeypatch.setattr(models, "packaged_missing", lambda: "not installed: onnxruntime")


def test_the_same_run_twice_gives_the_same_numbers() -> None:
    request = Request(suites=("cache", "dedup", "distractors", "scope"))
    first, second = (replace(evaluate(request).run, started="", seconds=0.0) for _ in range(2))
    assert first == second


def test_a_run_notes_all_that_it_takes_to_run_it_again() -> None:
    run = evaluate(Request(suites=("dedup",), encoders=("a", "b"), threads=1)).run
    Draft202012Validator(schema()).validate(json.loads(render(run)))
    assert {"esneg", "python", "numpy", "scipy", "scikit-learn"} <= set(run.versions)
    assert [each["name"] for each in run.models] == ["a", "b"]
    assert (run.settings["suites"], run.settings["encoders"], run.settings["threads"]) == (
        ["dedup"],
        ["a", "b"],
        1,
    )
    (suite,) = run.suites
    data = Path(runner.__file__).parent / "datasets" / "dedup.jsonl"
    assert suite.data.checksum == hashlib.sha256(data.read_bytes()).hexdigest()
    assert [row.labels["encoder"] for row in suite.tables[0].rows] == ["a", "b"]
    assert len(suite.comparisons) == 1
    assert evaluation_html.render(run)


def test_a_missing_packaged_model_is_said_where_it_would_have_counted() -> None:
    run = evaluate(Request(suites=("distractors", "dedup"))).run
    notes = {suite.suite: suite.notes for suite in run.suites}
    assert notes["distractors"] == ("the packaged re-ranker cannot run: not installed: onnxruntime",)
    assert not any("re-ranker" in note for note in notes["dedup"])
    assert evaluate(Request(suites=("distractors",), rerankers=("none",))).run.suites[0].notes == ()


def test_a_reranker_that_is_named_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def score(query: str, candidates: Sequence[str]) -> list[float]:
        return [float(len(each)) for each in candidates]

    monkeypatch.setattr(
        models, "load_reranker", lambda name: (Named(name, score), {"use": "re-ranker", "name": name})
    )
    (suite,) = evaluate(Request(suites=("distractors",), rerankers=("long",))).run.suites
    assert {row.labels["model"] for row in suite.tables[0].rows} == {"all-MiniLM-L6-v2", "long"}


def test_own_data_belongs_to_the_suite_of_its_format(tmp_path: Path) -> None:
    source = tmp_path / "triples.csv"
    source.write_text("query,positive,negative\nq,p,n\nq2,p2,n2\n")
    request = Request(dataset=str(source))
    assert not request.needs_engine()
    (suite,) = evaluate(request).run.suites
    assert (suite.suite, suite.data.name, suite.data.format) == ("distractors", str(source), "triples")
    assert suite.data.checksum == hashlib.sha256(source.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"suites": ("cashe",)}, "there is no suite 'cashe'"),
        ({"suites": ("retrieval",)}, "has no data of its own"),
        ({"suites": ("policy",)}, "a suite needs an engine"),
        ({"suites": ("cache",), "encoders": ()}, "no encoder is named"),
        ({"suites": ("cache",), "encoders": ("m", "m")}, "two models are called 'm'"),
        ({"suites": ("cache", "scope"), "dataset": "x.jsonl"}, "--dataset belongs to one suite"),
        ({"dataset": "/no/such.jsonl"}, "no such file"),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        evaluate(Request(**changes))
    assert complaint in caught.value.message


def test_columns_that_are_not_used_are_named(tmp_path: Path) -> None:
    source = tmp_path / "triples.csv"
    source.write_text("id,query,positive,negative,annotator\n1,q,p,n,me\n2,q2,p2,n2,me\n")
    (suite,) = evaluate(Request(dataset=str(source), rerankers=("none",))).run.suites
    assert suite.notes == ("columns not used: annotator",)


def test_data_of_another_suite_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "triples.csv"
    source.write_text("query,positive,negative\nq,p,n\n")
    with pytest.raises(UsageError, match="is data of the suite distractors, not cache"):
        evaluate(Request(suites=("cache",), dataset=str(source)))


def test_only_suites_that_search_need_an_engine(tmp_path: Path) -> None:
    nevir = tmp_path / "nevir.csv"
    nevir.write_text("q1,q2,doc1,doc2\na,b,c,d\n")
    assert Request().needs_engine()
    assert Request(dataset=str(nevir)).needs_engine()
    assert not Request(suites=("cache", "scope")).needs_engine()
