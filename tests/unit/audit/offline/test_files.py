import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.audit.offline import audit_files
from esneg.audit.offline.files import read_definitions
from esneg.errors import EsnegError, UsageError

BODY = {"settings": {"analysis": {}}, "mappings": {"properties": {"t": {"type": "text"}}}}


def write(path: Path, value: Any) -> str:
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("value", "kind", "names"),
    [
        ({"books": BODY, "films": BODY}, "indices", ["books", "films"]),
        (BODY, "indices", ["file"]),
        ({"index_templates": [{"name": "a", "index_template": {"template": {}}}]}, "index_templates", ["a"]),
        ({"component_templates": [{"name": "c", "component_template": {}}]}, "component_templates", ["c"]),
        ({"index_patterns": ["x-*"], "template": BODY}, "index_templates", ["file"]),
        ({"template": BODY}, "component_templates", ["file"]),
        ({"index_patterns": ["x-*"], "settings": {}}, "legacy_templates", ["file"]),
        ({"old": {"index_patterns": ["x-*"], "settings": {}}}, "legacy_templates", ["old"]),
    ],
)
def test_every_kind_of_file_is_told_by_what_it_holds(
    tmp_path: Path, value: Any, kind: str, names: list[str]
) -> None:
    found = read_definitions([write(tmp_path / "file.json", value)])
    assert list(getattr(found, kind)) == names
    assert set(found.sources) == set(names)


def test_a_folder_stands_for_every_json_file_below_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    write(tmp_path / "a.json", BODY)
    write(tmp_path / "deep" / "b.json", BODY)
    write(tmp_path / "notes.txt", "no JSON")
    assert list(read_definitions([str(tmp_path)]).indices) == ["a", "b"]


def test_the_same_name_in_two_files_is_kept_twice(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.json", {"books": BODY}) for name in "ab"]
    assert len(read_definitions(paths).indices) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": [1,\n 2', r"file\.json, line 2, column \d+: not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[1, 2]", "holds no settings, mappings or templates"),
        ("{}", "holds no settings, mappings or templates"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line_that_says_where(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        read_definitions([write(tmp_path / "file.json", text)])
    assert "\n" not in caught.value.message


def test_an_empty_folder_and_a_missing_file_say_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no \*\.json"):
        read_definitions([str(tmp_path)])
    with pytest.raises(UsageError, match="No such file"):
        read_definitions([str(tmp_path / "missing.json")])


WORDS = (
    "settings mappings index analysis analyzer filter char_filter tokenizer type properties fields default stopwords "
    "own template index_patterns composed_of dynamic_templates index_templates name index_template"
)
KEYS = st.sampled_from(WORDS.split()) | st.text(max_size=6)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=25,
)


@given(value=JSON)
def test_whatever_json_a_file_holds_it_is_audited_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    message = ""
    try:
        audit_files([write(tmp_path_factory.mktemp("fuzz") / "file.json", value)])
    except EsnegError as error:
        message = error.message
    assert "\n" not in message


@given(raw=st.binary(max_size=100))
def test_whatever_bytes_a_file_holds_they_are_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "file.json"
    path.write_bytes(raw)
    message = ""
    try:
        audit_files([str(path)])
    except EsnegError as error:
        message = error.message
    assert "\n" not in message
