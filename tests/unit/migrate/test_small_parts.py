from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from esneg.errors import RequestFailed, Unreachable, UsageError
from esneg.migrate import MigrateOptions, Voice
from esneg.migrate.errors import DocumentsRefused, MigrationHeld, MigrationInterrupted, RefusedDocument
from esneg.migrate.find import Named, check_target_name, parts
from esneg.migrate.journal import Journal
from esneg.migrate.owner import this_process
from esneg.migrate.patience import patiently
from esneg.migrate.rate import Limit, Meter, in_words
from esneg.migrate.targets import Choice, from_file

JOURNAL = Journal("copying", "a", "alias", "a-v1", "u", "a-v1-esneg-1", "a-v1", {"a": {}}, {"hidden": None})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("policies", Named("policies", 0)),
        ("policies-esneg-1", Named("policies", 1)),
        ("policies-esneg-12", Named("policies", 12)),
        ("policies-before-esneg", Named("policies", 0)),
        ("policies-esneg-x", Named("policies-esneg-x", 0)),
        ("-esneg-1", Named("-esneg-1", 0)),
    ],
)
def test_a_name_that_esneg_made_comes_apart_again(name: str, expected: Named) -> None:
    assert parts(name) == expected


def test_a_target_that_would_not_be_found_again_is_refused() -> None:
    check_target_name("a-esneg-3")
    with pytest.raises(UsageError, match="may not be called a-new"):
        check_target_name("a-new")


def test_a_journal_is_read_as_it_was_written_and_newer_fields_do_no_harm() -> None:
    journal = replace(JOURNAL, owner=this_process(), positions={"0": 7}, task="n:1")
    assert Journal.from_meta({**journal.to_meta(), "from_the_future": 1}) == journal


def test_a_journal_of_a_later_version_is_left_alone() -> None:
    with pytest.raises(MigrationHeld, match="later version"):
        Journal.from_meta({**JOURNAL.to_meta(), "version": 99})


def test_a_process_of_this_machine_that_has_ended_is_surely_gone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    mine = this_process()
    assert not mine.is_surely_gone
    assert replace(mine, pid=ended.pid).is_surely_gone
    assert not replace(mine, pid=ended.pid, machine="another").is_surely_gone
    assert str(os.getpid()) in mine.who


def test_what_may_pass_is_tried_again_and_told() -> None:
    failures = [
        Unreachable("no answer"),
        RequestFailed("busy", status=429),
        RequestFailed("gone", status=503),
    ]
    notes: list[str] = []

    def action() -> str:
        if failures:
            raise failures.pop(0)
        return "done"

    assert patiently(action, seconds=30, what="reading", note=notes.append) == "done"
    assert notes[0] == "reading: no answer; trying again for 30 s"
    assert notes[-1].startswith("reading: goes on after")


def test_patience_ends() -> None:
    def action() -> None:
        raise Unreachable("no answer")

    with pytest.raises(MigrationInterrupted, match="gave up after 0 s") as caught:
        patiently(action, seconds=0, what="reading")
    assert "--rollback" in caught.value.remedy


def test_what_waiting_does_not_cure_fails_at_once() -> None:
    def action() -> None:
        raise RequestFailed("bad", status=400)

    with pytest.raises(RequestFailed, match="bad"):
        patiently(action, seconds=30, what="reading")


def test_a_full_disk_is_called_one() -> None:
    blocked = RequestFailed(
        "failed",
        status=429,
        type="cluster_block_exception",
        reason="index [t] blocked by: [disk usage exceeded, index has read-only-allow-delete block]",
    )

    def action() -> None:
        raise blocked

    with pytest.raises(MigrationInterrupted, match="the disk is full"):
        patiently(action, seconds=0, what="writing")


def test_every_refused_document_stands_in_the_details() -> None:
    documents = [RefusedDocument(str(n), "r" if n == 2 else None, "bad") for n in range(1, 4)]
    error = DocumentsRefused("s", "t", documents)
    assert error.details == ("1: bad", "2 (routing r): bad", "3: bad")
    assert "refuses 3 documents" in error.message


def test_a_meter_tells_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    told: list[tuple[str, int, int]] = []
    meter = Meter(Voice(progress=lambda *each: told.append(each)), "copying", 1000)
    meter.tell(0)
    now[0] = 110.0
    meter.tell(200)
    assert told == [("copying", 0, 1000), ("copying, 20 documents/s, 40 s left", 200, 1000)]


def test_lengths_of_time_are_said_as_people_say_them() -> None:
    assert [in_words(each) for each in (40, 720, 12_600)] == ["40 s", "12 min", "3.5 h"]


def test_a_limit_adds_up_what_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    pauses: list[float] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0)
            return False

    limit = Limit(10)
    limit.wait(5, Stop())
    limit.wait(20, Stop())
    assert pauses == [0.5, 2.5]


@pytest.mark.parametrize("wrong", [{"slices": 0}, {"requests_per_second": 0}, {"sample": 0}])
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="must be"):
        MigrateOptions(**wrong)


def test_two_targets_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="each say what the target is"):
        Choice(settings=tmp_path, language_default=True)


@pytest.mark.parametrize(("text", "says"), [("{", "is no JSON"), ("[]", "holds no JSON object")])
def test_a_settings_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "target.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=says):
        from_file(file)
    with pytest.raises(UsageError, match="cannot be read"):
        from_file(tmp_path / "none.json")
