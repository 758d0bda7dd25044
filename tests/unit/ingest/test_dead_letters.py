from __future__ import annotations

import json
from pathlib import Path

import pytest
from filelock import FileLock

from esneg.errors import UsageError
from esneg.ingest.dead_letters import DeadLetters, refuse_as_source, repair, unwrapped
from esneg.ingest.items import Origin, Rejection
from esneg.ingest.readers import FORMATS, Record, Source, jsonl

SOURCE = Source(Path("docs.jsonl"), FORMATS["jsonl"])


def letters(tmp_path: Path) -> DeadLetters:
    return DeadLetters(tmp_path / "dead.jsonl", [SOURCE], FileLock(tmp_path / "lock"))


def origin(line: int, document: dict[str, object]) -> Origin:
    return Origin(0, Record(line - 1, line, document))


def test_a_letter_holds_the_reason_the_place_and_the_document(tmp_path: Path) -> None:
    dead = letters(tmp_path)
    dead.write([(origin(7, {"text": "t"}), Rejection("too long", 400, "mapper_parsing_exception"))])
    assert json.loads(dead.path.read_text()) == {
        "esneg.dead_letter": {
            "reason": "too long",
            "status": 400,
            "type": "mapper_parsing_exception",
            "source": str(Path("docs.jsonl").resolve()),
            "line": 7,
        },
        "document": {"text": "t"},
    }


def test_letters_are_read_again_as_the_documents_they_were(tmp_path: Path) -> None:
    documents = [{"text": "ä"}, {"text": "\ud800"}, {"document": {"nested": 1}}]
    dead = letters(tmp_path)
    dead.write([(origin(n, each), Rejection("why")) for n, each in enumerate(documents, start=1)])
    assert [unwrapped(record.document) for record in jsonl.read(dead.path)] == documents


def test_a_letter_about_a_letter_holds_the_document_alone(tmp_path: Path) -> None:
    dead = letters(tmp_path)
    again = {"esneg.dead_letter": {"reason": "old"}, "document": {"text": "t"}}
    dead.write([(origin(1, again), Rejection("new"))])
    assert json.loads(dead.path.read_text())["document"] == {"text": "t"}


def test_a_record_gets_one_letter_also_from_a_later_process(tmp_path: Path) -> None:
    letters(tmp_path).write([(origin(1, {}), Rejection("why")), (origin(2, {}), Rejection("why"))])
    later = letters(tmp_path)
    later.write([(origin(2, {}), Rejection("why")), (origin(3, {}), Rejection("why"))])
    lines = later.path.read_text().splitlines()
    assert [json.loads(line)["esneg.dead_letter"]["line"] for line in lines] == [1, 2, 3]


def test_there_is_no_file_before_the_first_letter(tmp_path: Path) -> None:
    letters(tmp_path).write([])
    assert not (tmp_path / "dead.jsonl").exists()


def test_a_letter_that_a_killed_process_left_unfinished_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "dead.jsonl"
    path.write_bytes(b'{"whole": 1}\n{"half')
    repair(path)
    assert path.read_bytes() == b'{"whole": 1}\n'


def test_letters_do_not_go_into_a_file_that_is_loaded() -> None:
    with pytest.raises(UsageError, match="is loaded, and would be written to"):
        refuse_as_source(Path("./docs.jsonl"), [SOURCE])


def test_a_folder_that_cannot_be_written_to_is_one_error(tmp_path: Path) -> None:
    dead = DeadLetters(tmp_path / "nowhere" / "dead.jsonl", [SOURCE], FileLock(tmp_path / "lock"))
    with pytest.raises(UsageError, match="dead letters cannot be written to"):
        dead.write([(origin(1, {}), Rejection("why"))])
