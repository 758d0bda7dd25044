"""Re-rankers by name."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from esneg.errors import EsnegError, UsageError
from esneg.search.deadline import Deadline
from esneg.search.rerank.registry import load_reranker, packaged_polarity


def test_naming_a_reranker_loads_nothing_yet() -> None:
    load_reranker("cross-encoder/ms-marco-MiniLM-L6-v2")


def test_a_folder_that_is_not_there_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        load_reranker(tmp_path / "absent")


@pytest.mark.skipif(find_spec("sentence_transformers") is not None, reason="it is installed here")
def test_without_sentence_transformers_the_error_says_what_to_install() -> None:
    with pytest.raises(EsnegError) as caught:
        load_reranker("some/model").score("a", ["b"], Deadline())
    assert caught.value.remedy == "pip install 'esneg[models]'"


@pytest.mark.skipif(find_spec("onnxruntime") is not None, reason="it is installed here")
def test_the_packaged_reranker_says_at_once_what_it_lacks() -> None:
    with pytest.raises(UsageError, match=r"the packaged re-ranker cannot run: not installed: .*onnxruntime"):
        load_reranker("packaged")
    with pytest.raises(
        UsageError, match=r"the packaged polarity model cannot run: not installed: .*onnxruntime"
    ):
        packaged_polarity()
