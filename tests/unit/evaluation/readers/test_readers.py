"""Data of the user's own: read as it is, or refused by file, line and field."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from esneg.errors import UsageError
from esneg.evaluation.items import CacheItem, Collection, DistractorItem, PolicyItem
from esneg.evaluation.readers import guess_format, read

Write = Callable[[str, str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def pair(**changes: object) -> str:
    line = {
        "id": "a", "group": "g", "language": "en", "kind": "opposite", "first": "Is it?", "second": "Is it not?"
    }  # fmt: skip
    return json.dumps({**line, **changes}) + "\n"


def test_json_lines_become_items(write: Write) -> None:
    items = read(write("own.jsonl", pair() + "\n" + pair(id="b")), "jsonl", suite="cache")
    assert items == [CacheItem(each, "g", "en", "opposite", "Is it?", "Is it not?") for each in "ab"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 2: is not JSON"),
        ("[1]", "line 2: is not a JSON object"),
        (pair(id="b", kind="reword"), "line 2: field 'kind': 'reword' is not one of"),
        (pair(id="b", first=7), "line 2: field 'first': 7 is not of type 'string'"),
        (pair(id="b", second="  "), "line 2: field 'second'"),
        (pair(id="b", answer="x"), "line 2: Additional properties are not allowed ('answer' was unexpected)"),
        (pair(), "line 2: field 'id': 'a' stands in line 1 as well"),
    ],
)
def test_a_wrong_line_is_named_by_file_line_and_field(write: Write, line: str, complaint: str) -> None:
    source = write("own.jsonl", pair() + line)
    with pytest.raises(UsageError) as caught:
        read(source, "jsonl", suite="cache")
    assert f"{source}, {complaint}" in caught.value.message


def test_all_wrong_lines_are_told_at_once(write: Write) -> None:
    with pytest.raises(UsageError) as caught:
        read(write("own.jsonl", "{\n" * 15), "jsonl", suite="cache")
    assert ", line 1:" in caught.value.message
    assert len(caught.value.details) == 11
    assert caught.value.details[-1] == "... and 4 more"


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file_is_refused(write: Write, text: str) -> None:
    with pytest.raises(UsageError, match="holds no items"):
        read(write("own.jsonl", text), "jsonl", suite="cache")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes('{"id": "caf\xe9"}'.encode("latin-1"))
    with pytest.raises(UsageError, match="is not UTF-8"):
        read(str(tmp_path / "latin.jsonl"), "jsonl", suite="cache")


def test_nevir_is_read_from_csv_with_its_other_columns(write: Write) -> None:
    source = write(
        "nevir.csv", 'id,WorkerId,q1,q2,doc1,doc2\n7,0,"who, then?",who not?,It was Ann.,"Not ""Ann""."\n'
    )
    assert guess_format(source) == "nevir"
    assert read(source, "nevir") == [PolicyItem("7", "It was Ann.", 'Not "Ann".', "who, then?", "who not?")]


def test_nevir_is_read_from_json_lines(write: Write) -> None:
    source = write("nevir.jsonl", json.dumps({"q1": "a", "q2": "b", "doc1": "c", "doc2": "d"}))
    assert guess_format(source) == "nevir"
    assert read(source, "nevir") == [PolicyItem("line-1", "c", "d", "a", "b")]


def test_a_value_that_is_missing_is_named(write: Write) -> None:
    source = write("nevir.csv", "q1,q2,doc1,doc2\na,b,c,d\na,b,,d\na,b\n")
    with pytest.raises(UsageError) as caught:
        read(source, "nevir")
    assert caught.value.message == f"{source}, line 3: field 'doc1': must be text, and not empty"
    assert caught.value.details == tuple(
        f"{source}, line 4: field {name!r}: is missing" for name in ("doc1", "doc2")
    )


def test_a_column_that_is_missing_is_named(write: Write) -> None:
    with pytest.raises(UsageError, match="line 1: no column doc1, doc2; the head has q1, q2"):
        read(write("nevir.csv", "q1,q2\na,b\n"), "nevir")


def test_a_row_with_too_many_values_is_named(write: Write) -> None:
    with pytest.raises(UsageError, match="line 2: has more values"):
        read(write("nevir.csv", "q1,q2,doc1,doc2\na,b,c,d,e\n"), "nevir")


def test_triples_are_read_from_tsv(write: Write) -> None:
    source = write("triples.tsv", "query\tpositive\tnegative\nwho?\tAnn.\tBob.\n")
    assert guess_format(source) == "triples"
    assert read(source, "triples") == [DistractorItem("line-2", "untyped", {"given": "who?"}, "Ann.", "Bob.")]


@pytest.fixture
def beir(write: Write, tmp_path: Path) -> str:
    write(
        "beir/corpus.jsonl",
        '{"_id": "d1", "title": "Ann", "text": "It was her."}\n{"_id": "d2", "text": "No."}',
    )
    write("beir/queries.jsonl", '{"_id": "q1", "text": "who?"}\n{"_id": "q2", "text": "why?"}')
    write("beir/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n")
    return str(tmp_path / "beir")


def test_a_beir_folder_is_read_and_what_is_not_used_is_said(beir: str) -> None:
    assert guess_format(beir) == "beir"
    assert read(beir, "beir") == Collection(
        {"d1": "Ann\nIt was her.", "d2": "No."},
        {"q1": "who?"},
        {"q1": {"d1": 2, "d2": 0}},
        ("1 of 2 queries have no judgement",),
    )


def test_a_judgement_of_a_passage_that_is_not_there_is_refused(beir: str, write: Write) -> None:
    write("beir/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td9\t1\n")
    with pytest.raises(UsageError, match=r"test.tsv: field 'document': no passage has the id 'd9'"):
        read(beir, "beir")


def test_a_trec_folder_is_read(write: Write, tmp_path: Path) -> None:
    write("trec/qrels", "q1 0 d1 1\nq1 0 d2 0\n")
    write("trec/queries.tsv", "q1\twho?\n")
    write("trec/collection.tsv", "d1\tAnn.\nd2\tBob.\n")
    source = str(tmp_path / "trec")
    assert guess_format(source) == "trec"
    assert read(source, "trec") == Collection(
        {"d1": "Ann.", "d2": "Bob."}, {"q1": "who?"}, {"q1": {"d1": 1, "d2": 0}}
    )


@pytest.mark.parametrize(
    ("qrels", "complaint"),
    [
        ("q1 0 d1\n", "line 1: has 3 columns, not 4"),
        ("q1 0 d1 yes\n", "line 1: field 'relevance': 'yes' is no whole number"),
        ("q1 0 d1 1\nq1 0 d1 0\n", "line 2: field 'document': 'd1' is judged twice for query 'q1'"),
    ],
)
def test_wrong_qrels_are_named(write: Write, tmp_path: Path, qrels: str, complaint: str) -> None:
    write("trec/qrels", qrels)
    write("trec/queries.tsv", "q1\twho?\n")
    write("trec/collection.tsv", "d1\tAnn.\n")
    with pytest.raises(UsageError) as caught:
        read(str(tmp_path / "trec"), "trec")
    assert complaint in caught.value.message


def test_a_table_line_without_a_text_is_named(write: Write, tmp_path: Path) -> None:
    write("trec/qrels", "q1 0 d1 1\n")
    write("trec/queries.tsv", "q1\twho?\n")
    write("trec/collection.tsv", "d1 Ann.\n")
    with pytest.raises(UsageError, match=r"collection.tsv, line 1: field 'text': is missing"):
        read(str(tmp_path / "trec"), "trec")


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        read("/nowhere/at/all", "nevir")
    with pytest.raises(UsageError, match="no such file or folder"):
        guess_format("/nowhere/at/all")


class _Library:
    """Speaks as ``ir_datasets`` does."""

    def load(self, name: str) -> object:
        if name != "toy/test":
            raise KeyError(name)
        return SimpleNamespace(
            has_docs=lambda: True,
            has_queries=lambda: True,
            has_qrels=lambda: True,
            docs_count=lambda: 1,
            docs_iter=lambda: [SimpleNamespace(doc_id="d1", text="Ann.")],
            queries_iter=lambda: [SimpleNamespace(query_id="q1", text="short", default_text=lambda: "who?")],
            qrels_iter=lambda: [
                SimpleNamespace(query_id="q1", doc_id=each, relevance=1) for each in ("d1", "gone")
            ],
        )


def test_a_data_set_of_ir_datasets_is_read_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_datasets", _Library())  # type: ignore[arg-type]
    assert guess_format("irds:toy/test") == "irds"
    assert read("irds:toy/test", "irds") == Collection(
        {"d1": "Ann."},
        {"q1": "who?"},
        {"q1": {"d1": 1}},
        ("1 judgements name queries or passages that the data set lacks",),
    )
    with pytest.raises(UsageError, match="knows no data set 'other'"):
        read("irds:other", "irds")


def test_without_ir_datasets_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_datasets", None)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="is not installed") as caught:
        read("irds:toy/test", "irds")
    assert "esneg[corpora]" in caught.value.remedy
