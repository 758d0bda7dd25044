from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from esneg.search.embedder import differences, fingerprint, stored_embedder

META: dict[str, Any] = {
    "model": "me/model",
    "revision": "abc",
    "dims": 4,
    "pooling": "mean",
    "normalize": True,
    "prompts": {"query": "", "passage": ""},
}


def test_the_same_embedder_differs_in_nothing() -> None:
    assert differences(META, dict(META)) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"model": "me/other"}, "model: me/model (abc) in the index, me/other (abc) here"),
        ({"revision": "def"}, "model: me/model (abc) in the index, me/model (def) here"),
        ({"dims": 8}, "dims: 4 in the index, 8 here"),
        ({"pooling": "cls"}, "pooling: 'mean' in the index, 'cls' here"),
        ({"normalize": False}, "normalize: True in the index, False here"),
        (
            {"prompts": {"query": "q: ", "passage": ""}},
            "prompts: {'query': '', 'passage': ''} in the index, {'query': 'q: ', 'passage': ''} here",
        ),
    ],
)
def test_a_difference_is_a_line(change: dict[str, Any], says: str) -> None:
    assert differences(META, {**META, **change}) == [says]


@pytest.mark.parametrize(
    ("stored", "own", "same"),
    [
        (("folder-a", "sha256:1"), ("folder-b", "sha256:1"), True),
        (("model", "sha256:1"), ("model", "sha256:2"), False),
        (("model", "sha256:1"), ("model", "abc"), True),
        (("model", "sha256:1"), ("other", "abc"), False),
        (("model", ""), ("model", "abc"), True),
    ],
)
def test_copies_of_a_model_are_one_model(stored: tuple[str, str], own: tuple[str, str], same: bool) -> None:
    one, other = ({**META, "model": model, "revision": revision} for model, revision in (stored, own))
    assert (differences(one, other) == []) is same


def test_an_index_that_notes_less_is_compared_by_what_it_notes() -> None:
    assert differences({"model": "me/model", "dims": 4}, META) == []


@pytest.mark.parametrize("meta", [None, {}, {"esneg": {}}, {"esneg": {"embedder": None}}, {"esneg": "x"}])
def test_a_mapping_without_an_embedder_names_none(meta: Any) -> None:
    assert stored_embedder({"_meta": meta} if meta is not None else {}) is None


def test_the_embedder_of_a_mapping_is_found() -> None:
    assert stored_embedder({"_meta": {"esneg": {"embedder": META}}}) == META


# --- fingerprints ----------------------------------------------------------------------------------------------


def folder(path: Path, weights: bytes = b"w" * 10, **more: bytes) -> Path:
    (path / "1_Pooling").mkdir(parents=True)
    (path / "config.json").write_bytes(b"{}")
    (path / "1_Pooling" / "config.json").write_bytes(more.pop("pooling", b"{}"))
    (path / "model.safetensors").write_bytes(weights)
    for name, content in more.items():
        (path / name).write_bytes(content)
    return path


def test_copies_have_one_fingerprint_whatever_their_read_me_says(tmp_path: Path) -> None:
    plain = fingerprint(folder(tmp_path / "a"))
    documented = fingerprint(folder(tmp_path / "b", **{"README.md": b"text", ".gitattributes": b"x"}))
    assert plain == documented
    assert plain.startswith("sha256:")


@pytest.mark.parametrize("where", ["first", "last"])
def test_other_weights_have_another_fingerprint(tmp_path: Path, where: str) -> None:
    size = 5 << 20
    one, other = bytearray(size), bytearray(size)
    other[0 if where == "first" else -1] = 1
    assert fingerprint(folder(tmp_path / "a", bytes(one))) != fingerprint(
        folder(tmp_path / "b", bytes(other))
    )


def test_another_configuration_has_another_fingerprint(tmp_path: Path) -> None:
    assert fingerprint(folder(tmp_path / "a")) != fingerprint(folder(tmp_path / "b", pooling=b'{"cls": 1}'))
