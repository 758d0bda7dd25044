from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from esneg.errors import UsageError
from esneg.ingest.ranges import RangeSet
from esneg.ingest.resume import LoadState, ResumeFile, SourceState


def state(records: int = 100) -> LoadState:
    return LoadState("docs", "uuid", {"fields": {}}, "/dead", [SourceState("/a", 1, 2, records)])


def test_a_state_comes_back_as_it_was_written(tmp_path: Path) -> None:
    resume = ResumeFile(tmp_path / "load.json")
    written = state()
    written.done[0].add(5, 9)
    resume.write(written)
    assert resume.read() == written


def test_there_is_no_state_before_the_first_write(tmp_path: Path) -> None:
    assert ResumeFile(tmp_path / "load.json").read() is None


def test_adding_merges_with_what_others_have_done_and_finds_the_end(tmp_path: Path) -> None:
    one, other = ResumeFile(tmp_path / "load.json"), ResumeFile(tmp_path / "load.json")
    one.write(state())
    assert not one.add([RangeSet([(0, 40)])], rejected=1).finished
    found = other.add([RangeSet([(40, 100)])], rejected=2)
    assert (found.done_count, found.rejected, found.finished) == (100, 3, True)
    assert one.read() == found


def _add(path: Path, numbers: range) -> None:
    for number in numbers:
        ResumeFile(path).add([RangeSet([(number, number + 1)])], rejected=1)


def test_processes_that_write_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "load.json"
    ResumeFile(path).write(state(records=40))
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=_add, args=(path, range(first, 40, 2))) for first in (0, 1)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    found = ResumeFile(path).read()
    assert found is not None
    assert (found.done_count, found.rejected, found.finished) == (40, 40, True)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"schema": "esneg.load/1"}', '{"schema": "other"}']
)
def test_what_is_no_resume_file_is_one_error_with_a_way_out(tmp_path: Path, content: str) -> None:
    path = tmp_path / "load.json"
    path.write_text(content)
    with pytest.raises(UsageError) as raised:
        ResumeFile(path).read()
    assert str(path) in raised.value.message
    assert "--state" in raised.value.remedy


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resume = ResumeFile(tmp_path / "load.json")
    resume.write(state())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("esneg.ingest.resume.os.fsync", full)
    with pytest.raises(UsageError, match="No space left on device"):
        resume.write(state(records=1))
    assert resume.read() == state()
