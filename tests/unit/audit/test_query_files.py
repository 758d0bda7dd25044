from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.audit.cost import read_queries
from esneg.errors import EsnegError, UsageError


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("rooms with no view", ["rooms with no view"]),
        ('"not covered"', ["not covered"]),
        ('{"query": "not covered", "user": 7}', ["not covered"]),
        ('{"query": {"match": {"body": "not covered"}}}', ["not covered"]),
        ('{"query": {"bool": {"must": [{"match": {"body": {"query": "no pool"}}}]}}}', ["no pool"]),
        ('{"query": {"multi_match": {"query": "no pool", "fields": ["a"]}}}', ["no pool"]),
        (
            "[2026-11-29T10:00:00,000][WARN ][i.s.s.query] [n] [i][0] took[5ms], types[], "
            'source[{"query":{"match":{"body":"not covered"}}}], id[]',
            ["not covered"],
        ),
        (
            '{"elasticsearch.slowlog.source": "{\\"query\\":{\\"match\\":{\\"b\\":\\"no pool\\"}}}"}',
            ["no pool"],
        ),
        ("", []),
    ],
)
def test_each_kind_of_line_gives_the_texts_that_were_asked_for(
    tmp_path: Path, line: str, texts: list[str]
) -> None:
    log = tmp_path / "queries.log"
    log.write_text(line + "\n", "utf-8")
    assert list(read_queries(log).elements()) == texts


def test_the_same_query_is_counted(tmp_path: Path) -> None:
    log = tmp_path / "queries.log"
    log.write_text("no pool\nno pool\npool\n", "utf-8")
    assert read_queries(log) == {"no pool": 2, "pool": 1}


def test_a_line_of_broken_json_is_named_with_line_and_column(tmp_path: Path) -> None:
    log = tmp_path / "queries.log"
    log.write_text('fine\n{"query": \n', "utf-8")
    with pytest.raises(UsageError, match=r"line 2, column \d+: not valid JSON"):
        read_queries(log)


def test_a_file_that_is_not_there_or_no_text_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_queries(tmp_path / "missing")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_queries(binary)


@given(st.binary(max_size=200))
def test_whatever_the_file_holds_it_is_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    log = tmp_path_factory.mktemp("fuzz") / "queries.log"
    log.write_bytes(raw)
    message = ""
    try:
        read_queries(log)
    except EsnegError as error:
        message = error.message
    assert "\n" not in message
