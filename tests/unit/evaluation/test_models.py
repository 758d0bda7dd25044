"""Models by the names that a user gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from esneg.errors import UsageError
from esneg.evaluation import models
from esneg.evaluation.suites.base import Named
from esneg.search.deadline import Deadline
from esneg.search.rerank import registry
from esneg.search.rerank.base import Reranker, Scores


class ByLength(Reranker):
    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        assert question == "question"
        return Scores([float(len(each)) for each in passages])


@pytest.fixture(autouse=True)
def _own_reranker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load_reranker", lambda name: ByLength())


def test_a_reranker_scores_query_and_candidates_and_is_called_by_its_short_name() -> None:
    named, noted = models.load_reranker("org/by-length")
    assert named.model("question", ["a", "abc"]) == [1.0, 3.0]
    assert (named.name, noted) == (
        "by-length",
        {"use": "re-ranker", "name": "by-length", "model": "org/by-length"},
    )


def test_a_rerankers_folder_is_noted_with_its_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "weights").write_text("one")
    before = models.load_reranker(str(tmp_path))[1]["revision"]
    (tmp_path / "weights").write_text("two")
    assert before.startswith("sha256:")
    assert models.load_reranker(str(tmp_path))[1]["revision"] != before


def test_the_packaged_reranker_is_noted_with_the_fingerprint_of_its_weights() -> None:
    named, noted = models.load_reranker("packaged")
    assert named.name == "packaged"
    assert noted["model"] == "esneg.polarity_model"
    assert noted["revision"].startswith("sha256:")


def test_two_models_of_one_name_are_refused() -> None:
    models.check_distinct([Named("a", None), Named("b", None)], "--encoder")
    with pytest.raises(UsageError, match="--encoder: two models are called 'a'"):
        models.check_distinct([Named("a", None), Named("a", None)], "--encoder")
