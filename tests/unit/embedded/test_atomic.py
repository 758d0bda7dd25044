from __future__ import annotations

from pathlib import Path

import pytest

from esneg.embedded.atomic import whole_directory


def test_the_directory_appears_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "server"
    with whole_directory(target) as unfinished:
        (unfinished / "file").write_text("text")
        assert not target.exists()
    assert (target / "file").read_text() == "text"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("end", [KeyboardInterrupt, OSError, SystemExit])
def test_whatever_ends_the_work_early_leaves_nothing(tmp_path: Path, end: type[BaseException]) -> None:
    def fill() -> None:
        with whole_directory(tmp_path / "server") as unfinished:
            (unfinished / "file").write_text("text")
            raise end

    with pytest.raises(end):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    (tmp_path / ".unfinished-abc").mkdir()
    with whole_directory(tmp_path / "server"):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["server"]


def test_other_users_may_enter_it(tmp_path: Path) -> None:
    with whole_directory(tmp_path / "server"):
        pass
    assert (tmp_path / "server").stat().st_mode & 0o755 == 0o755
