from __future__ import annotations

from pathlib import Path

import pytest

from esneg.errors import UsageError
from esneg.ingest.readers import find_sources


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.jsonl", "jsonl"),
        ("a.ndjson.gz", "jsonl"),
        ("A.JSON", "jsonl"),
        ("a.csv", "csv"),
        ("a.tsv.gz", "csv"),
        ("a.parquet", "parquet"),
    ],
)
def test_the_name_tells_the_format(tmp_path: Path, name: str, format: str) -> None:
    (tmp_path / name).touch()
    assert [source.format.name for source in find_sources([tmp_path / name])] == [format]


def test_a_folder_stands_for_the_files_in_it_that_can_be_read(tmp_path: Path) -> None:
    for name in ("b.parquet", "a.jsonl", "README.md"):
        (tmp_path / name).touch()
    assert [source.path.name for source in find_sources([tmp_path])] == ["a.jsonl", "b.parquet"]


def test_a_datasets_folder_is_one_source(tmp_path: Path) -> None:
    (tmp_path / "state.json").touch()
    (tmp_path / "data-00000-of-00001.arrow").touch()
    assert [source.format.name for source in find_sources([tmp_path])] == ["dataset"]


def test_a_name_that_tells_nothing_needs_the_format(tmp_path: Path) -> None:
    path = tmp_path / "docs.txt"
    path.touch()
    with pytest.raises(UsageError, match="the name tells no format") as raised:
        find_sources([path])
    assert "--input-format" in raised.value.remedy
    assert [source.format.name for source in find_sources([path], "jsonl")] == ["jsonl"]


@pytest.mark.parametrize("paths", [["nowhere.jsonl"], ["."], ["a.jsonl", "./a.jsonl"], []])
def test_what_cannot_be_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if "a.jsonl" in paths:
        (tmp_path / "a.jsonl").touch()
    with pytest.raises(UsageError):
        find_sources(paths)
