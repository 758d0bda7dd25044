"""Where in a file a field is defined."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.audit.offline.lines import lines_of_fields

BODY = {
    "settings": {"analysis": {"analyzer": {"body": {"type": "english"}}}},
    "mappings": {
        "properties": {"a": {"properties": {"b": {"type": "text", "fields": {"en": {"type": "text"}}}}}}
    },
}


def line(folder: Path, value: Any, name: str, field: str) -> str:
    """The text of the line that is found; "" when none is."""
    path = folder / "books.json"
    path.write_text(json.dumps(value, indent=1), "utf-8")
    found = lines_of_fields({name: str(path)}, [(name, field)])
    number = found.get((name, field))
    return path.read_text("utf-8").splitlines()[number - 1].strip() if number else ""


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (BODY, "books"),
        ({"template": BODY, "index_patterns": ["b*"]}, "books"),
        ({"films": {"mappings": {}}, "books": BODY}, "books"),
        ({"index_templates": [{"name": "books", "index_template": {"template": BODY}}]}, "books"),
        ({"component_templates": [{"component_template": {"template": BODY}, "name": "books"}]}, "books"),
    ],
    ids=["body", "template", "GET index", "GET _index_template", "name after the body"],
)
def test_fields_and_multi_fields_are_found_in_every_kind_of_file(
    tmp_path: Path, value: Any, name: str
) -> None:
    assert line(tmp_path, value, name, "a.b") == '"b": {'
    assert line(tmp_path, value, name, "a.b.en") == '"en": {'
    assert line(tmp_path, value, name, "body") == ""


def test_the_same_field_of_two_indices_has_two_lines(tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    path.write_text(json.dumps({"x": BODY, "y": BODY}, indent=1), "utf-8")
    sources = {"x": str(path), "y": str(path)}
    found = lines_of_fields(sources, [("x", "a.b"), ("y", "a.b"), ("z", "a.b")])
    assert found["x", "a.b"] < found["y", "a.b"]
    assert ("z", "a.b") not in found


def test_what_is_no_file_has_no_lines() -> None:
    assert lines_of_fields({"books": "stdin"}, [("books", "body")]) == {}


NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="."), min_size=1)


@given(NAMES, st.sampled_from([None, 1, 3]))
def test_a_field_of_any_name_is_found_however_the_file_is_laid_out(
    tmp_path_factory: pytest.TempPathFactory, name: str, indent: int | None
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    text = json.dumps({"mappings": {"properties": {name: {"type": "text"}}}}, indent=indent)
    path.write_text(text, "utf-8")
    found = lines_of_fields({"i": str(path)}, [("i", name)])
    assert found == {("i", name): 1 if indent is None else 4}
