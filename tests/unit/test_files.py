import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from esneg.errors import UsageError
from esneg.files import write_atomically


def test_a_file_is_replaced_by_the_whole_text(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("before")
    write_atomically(path, ["a", "b", "ü"])
    assert path.read_text("utf-8") == "abü"


def test_when_writing_breaks_off_the_file_is_as_it_was_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("before")

    def broken() -> Iterator[str]:
        yield "half"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_atomically(path, broken())
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)
    write_atomically(link, ["after"])
    assert link.is_symlink()
    assert target.read_text() == "after"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically(Path(os.devnull), ["gone"])
    assert not Path(os.devnull).is_file()


def test_half_of_a_surrogate_pair_is_written_as_its_escape(tmp_path: Path) -> None:
    write_atomically(tmp_path / "f", ["\ud83d"])
    assert (tmp_path / "f").read_text("utf-8") == "\\ud83d"


@pytest.mark.parametrize("name", ["none/report", "."])
def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_atomically(tmp_path / name, ["x"])
