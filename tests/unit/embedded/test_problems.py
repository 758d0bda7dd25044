from __future__ import annotations

import errno
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from esneg.embedded.problems import explained, require_space
from esneg.errors import EsnegError


def test_a_disk_with_too_little_space_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    with pytest.raises(EsnegError, match="the engine needs 200 MB, 5 MB are free") as caught:
        require_space(tmp_path, 200_000_000, "the engine")
    assert "ESNEG_HOME" in caught.value.remedy


def test_enough_space_is_no_error(tmp_path: Path) -> None:
    require_space(tmp_path, 1, "a byte")


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EDQUOT, "is full"),
        (errno.EACCES, "no permission to write"),
        (errno.EROFS, "cannot use"),
    ],
)
def test_the_systems_refusal_becomes_one_line_with_a_remedy(
    tmp_path: Path, number: int, message: str
) -> None:
    with pytest.raises(EsnegError, match=message) as caught, explained(tmp_path):
        raise OSError(number, "refused")
    assert "ESNEG_HOME" in caught.value.remedy


def test_our_own_errors_pass_unchanged(tmp_path: Path) -> None:
    with pytest.raises(EsnegError, match="mine"), explained(tmp_path):
        raise EsnegError("mine")
