from __future__ import annotations

from pathlib import Path

import pytest

from esneg.errors import UsageError
from esneg.ingest.mapping_file import MappingFile, read_mapping_file


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "fields.yaml"
    path.write_text(text)
    return path


def test_yaml_and_json_say_the_same(tmp_path: Path) -> None:
    expected = MappingFile(id="doc_id", text=("title", "body"), metadata=(), vector="v", language="de")
    yaml = "id: doc_id\ntext: [title, body]\nmetadata: []\nvector: v\nlanguage: de\n"
    json = '{"id": "doc_id", "text": ["title", "body"], "metadata": [], "vector": "v", "language": "de"}'
    assert read_mapping_file(written(tmp_path, yaml)) == expected
    assert read_mapping_file(written(tmp_path, json)) == expected


def test_one_text_field_needs_no_list(tmp_path: Path) -> None:
    assert read_mapping_file(written(tmp_path, "text: body")) == MappingFile(text=("body",))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("text: [a", "line 1, column 9"),
        ("just text", "holds no names with values"),
        ("", "holds no names with values"),
        ("texts: body", "unknown entry: texts"),
        ("text: []", "text names no field"),
        ("id: 5", "id must be the name of a field, not 5"),
        ("metadata: [1]", "metadata must be the name of a field"),
    ],
)
def test_what_cannot_be_used_is_one_error_with_the_files_name(tmp_path: Path, text: str, says: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError) as raised:
        read_mapping_file(path)
    assert str(path) in raised.value.message
    assert says in raised.value.message


def test_a_missing_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_mapping_file(tmp_path / "nowhere.yaml")
