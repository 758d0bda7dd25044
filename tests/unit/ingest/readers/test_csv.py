from __future__ import annotations

import csv as writer
import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.ingest.readers import csv

CELL = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\x00"), max_size=12)


@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL).filter(any), max_size=6),
    delimiter=st.sampled_from(",;\t"),
    zipped=st.booleans(),
)
def test_any_cells_come_back_as_they_were_written_and_empty_ones_are_absent(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]], delimiter: str, zipped: bool
) -> None:
    names = ("a", "b", "c")
    buffer = io.StringIO()
    out = writer.writer(buffer, delimiter=delimiter, lineterminator="\n")
    out.writerows([names, *rows])
    content = buffer.getvalue().encode()
    path = tmp_path_factory.mktemp("csv") / "docs.csv"
    path.write_bytes(gzip.compress(content) if zipped else content)
    assert [record.document for record in csv.read(path)] == [
        {name: cell for name, cell in zip(names, row, strict=True) if cell} for row in rows
    ]


def written(tmp_path: Path, text: str, name: str = "docs.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_a_record_over_several_lines_stands_where_it_begins(tmp_path: Path) -> None:
    path = written(tmp_path, 'id,text\n1,"two\nlines"\n\n2,one\n')
    assert [(each.ordinal, each.place, each.document) for each in csv.read(path)] == [
        (0, 2, {"id": "1", "text": "two\nlines"}),
        (1, 5, {"id": "2", "text": "one"}),
    ]


def test_a_tsv_file_has_tabs_whatever_else_its_header_holds(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b\tc,d,e\n1\t2\n", "docs.tsv")
    assert [each.document for each in csv.read(path)] == [{"a,b": "1", "c,d,e": "2"}]


def test_a_cell_longer_than_the_csv_modules_limit_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, f"text\n{'x' * 300_000}\n")
    assert [len(each.document["text"]) for each in csv.read(path)] == [300_000]


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("", "line 1", "no header"),
        ("a,,c\n", "line 1, column 2", "a column without a name"),
        ("a,b,a\n", "line 1, column 3", 'a second column "a"'),
        ("a,b\n1,2\n3\n", "line 3", "1 cells, where the header has 2"),
        ("a,b\n1,2,3\n", "line 2", "3 cells, where the header has 2"),
        ('a,b\n1,"2\n3,4\n', "lines 2 to 3", "not CSV"),
        ('a,b\n1,"2"x\n', "lines 2 to 2", "not CSV"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_error_with_file_and_line(
    tmp_path: Path, text: str, where: str, what: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UsageError) as raised:
        list(csv.read(path))
    assert raised.value.message.startswith(f"{path}, {where}: {what}")
