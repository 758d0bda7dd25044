"""Which re-ranker `esneg search` takes."""

from __future__ import annotations

import pytest

from esneg.cli.search_options import chosen_reranker
from esneg.errors import UsageError
from esneg.search.rerank import registry


def test_none_is_none() -> None:
    assert chosen_reranker("none", "torch", settle=False, text=True) == (None, "")


def test_unasked_the_packaged_one_runs_where_it_can_and_a_note_says_where_it_cannot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "packaged_missing", lambda: "not installed: onnxruntime")
    reranker, note = chosen_reranker(None, "torch", settle=False, text=True)
    assert reranker is None
    assert note == "not re-ranked: not installed: onnxruntime; pip install 'esneg[onnx]', or --reranker none"

    monkeypatch.setattr(registry, "packaged_missing", lambda: "")
    reranker, note = chosen_reranker(None, "torch", settle=False, text=True)
    assert reranker is not None
    assert not note


def test_vectors_alone_are_not_reranked_unasked() -> None:
    assert chosen_reranker(None, "torch", settle=False, text=False) == (None, "")


@pytest.mark.parametrize(
    ("name", "settle"), [("packaged", False), (None, True), ("none", True), ("some/model", True)]
)
def test_who_asks_for_the_packaged_model_is_told_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, name: str | None, settle: bool
) -> None:
    monkeypatch.setattr(registry, "packaged_missing", lambda: "not installed: onnxruntime")
    with pytest.raises(UsageError, match="cannot run: not installed: onnxruntime"):
        chosen_reranker(name, "torch", settle=settle, text=True)
