from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.ingest.readers import jsonl

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(documents=st.lists(st.dictionaries(st.text(), JSON, max_size=4), max_size=6), zipped=st.booleans())
def test_any_documents_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, documents: list[dict[str, object]], zipped: bool
) -> None:
    path = tmp_path_factory.mktemp("json") / "docs.jsonl"
    content = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in documents).encode()
    path.write_bytes(gzip.compress(content) if zipped else content)
    assert [record.document for record in jsonl.read(path)] == documents


def written(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "docs.jsonl"
    path.write_bytes(content)
    return path


def test_blank_lines_are_no_documents_and_lines_keep_their_numbers(tmp_path: Path) -> None:
    path = written(tmp_path, b'\xef\xbb\xbf{"a": 1}\r\n\n  \n{"a": 2}')
    assert [(each.ordinal, each.place, each.document) for each in jsonl.read(path)] == [
        (0, 1, {"a": 1}),
        (1, 4, {"a": 2}),
    ]


def test_what_is_not_wanted_is_asked_once_in_order_and_not_parsed(tmp_path: Path) -> None:
    path = written(tmp_path, b'{"a": 0}\nbroken\n{"a": 2}\n')
    asked: list[int] = []
    found = list(jsonl.read(path, lambda ordinal: asked.append(ordinal) or ordinal != 1))
    assert ([each.document["a"] for each in found], asked) == ([0, 2], [0, 1, 2])


@pytest.mark.parametrize(
    ("line", "where", "what"),
    [
        (b'{"a": 1,}', "line 2, column 9", "not JSON"),
        (b'{"a": "1}', "line 2, column 7", "not JSON: Unterminated string"),
        (b"[1]", "line 2, column 1", "a JSON object was expected, not an array"),
        (b'"text"', "line 2, column 1", "a JSON object was expected, not a string"),
        (b'{"a": NaN}', "line 2", "not JSON: NaN is no JSON value"),
        (b'{"a": ' + b"9" * 5000 + b"}", "line 2", "not JSON: Exceeds the limit"),
        (b'{"a": "\xff"}', "line 2, byte 8", "not UTF-8 (0xff)"),
    ],
)
def test_a_line_that_cannot_be_read_is_one_error_with_file_line_and_column(
    tmp_path: Path, line: bytes, where: str, what: str
) -> None:
    path = written(tmp_path, b'{"fine": 1}\n' + line + b"\n")
    with pytest.raises(UsageError) as raised:
        list(jsonl.read(path))
    assert raised.value.message.startswith(f"{path}, {where}: {what}")
    assert "\n" not in raised.value.message


def test_a_json_array_is_told_how_to_become_json_lines(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as raised:
        list(jsonl.read(written(tmp_path, b'[{"a": 1},\n{"a": 2}]')))
    assert "jq -c '.[]'" in raised.value.remedy


def test_a_gzip_file_that_is_cut_off_says_after_which_line(tmp_path: Path) -> None:
    lines = [json.dumps({"n": number, "noise": f"{number * 7919:x}"}) for number in range(5000)]
    whole = gzip.compress("\n".join(lines).encode())
    path = written(tmp_path, whole[: len(whole) // 2])
    read: list[int] = []
    with pytest.raises(UsageError) as raised:
        read.extend(record.place for record in jsonl.read(path))
    assert raised.value.message == f"{path}: the gzip stream ends early, after line {read[-1]}"


def test_a_damaged_gzip_file_is_one_error(tmp_path: Path) -> None:
    whole = bytearray(gzip.compress(b'{"a": 1}\n' * 100))
    whole[-6] ^= 0xFF  # in the checksum
    with pytest.raises(UsageError, match="the gzip stream is damaged"):
        list(jsonl.read(written(tmp_path, bytes(whole))))


def test_a_file_that_cannot_be_opened_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        list(jsonl.read(tmp_path / "nowhere.jsonl"))
