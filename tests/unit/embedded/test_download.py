from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from esneg.embedded.download import ATTEMPTS, download
from esneg.embedded.ports import any_free
from esneg.embedded.progress import Progress, silent
from esneg.errors import EsnegError

CONTENT = b"0123456789" * 100_000


def run(repository: Any, part: Path, report: Any = silent) -> None:
    download(f"{repository.url}/file", part, size=len(CONTENT), name="file", report=report)


def test_a_broken_connection_is_continued_and_told(repository: Any, tmp_path: Path) -> None:
    repository.files["/file"] = CONTENT
    repository.cut_after = [600_000, 300_000]
    heard: list[Progress] = []
    run(repository, tmp_path / "part", heard.append)
    assert (tmp_path / "part").read_bytes() == CONTENT
    starts = [int(wanted.removeprefix("bytes=").rstrip("-") or 0) for _, wanted in repository.seen]
    assert len(starts) == 3
    assert 0 == starts[0] < starts[1] < starts[2]
    assert [each.stage for each in heard].count("notice") == 2


def test_a_connection_that_keeps_breaking_ends_with_the_remedy(repository: Any, tmp_path: Path) -> None:
    repository.files["/file"] = CONTENT
    repository.cut_after = [300_000] + [0] * ATTEMPTS
    with pytest.raises(EsnegError, match=r"cannot download file from 127\.0\.0\.1") as caught:
        run(repository, tmp_path / "part")
    assert "continues where it stopped" in caught.value.remedy
    assert (tmp_path / "part").read_bytes() == CONTENT[: (tmp_path / "part").stat().st_size] != b""


def test_a_missing_file_is_not_asked_for_twice(repository: Any, tmp_path: Path) -> None:
    with pytest.raises(EsnegError, match="answers 404 for file"):
        run(repository, tmp_path / "part")
    assert len(repository.seen) == 1


def test_a_server_in_trouble_is_asked_again(repository: Any, tmp_path: Path) -> None:
    repository.status = 503
    with pytest.raises(EsnegError, match="status 503"):
        run(repository, tmp_path / "part")
    assert len(repository.seen) == ATTEMPTS


def test_no_network_names_the_host(repository: Any, tmp_path: Path) -> None:
    repository.url = f"http://127.0.0.1:{any_free()}"
    with pytest.raises(EsnegError, match=r"cannot download file from 127\.0\.0\.1: no connection"):
        run(repository, tmp_path / "part")


def test_a_part_that_is_too_long_is_thrown_away(repository: Any, tmp_path: Path) -> None:
    repository.files["/file"] = CONTENT
    (tmp_path / "part").write_bytes(CONTENT + b"more")
    run(repository, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == CONTENT
