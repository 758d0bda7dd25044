from __future__ import annotations

from pathlib import Path

import pytest

from esneg.embedded import log


def test_the_tail_is_the_last_lines(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("\n".join(map(str, range(100))) + "\n")
    assert log.tail(path, 3) == ["97", "98", "99"]
    assert log.tail(path, 0) == []
    assert len(log.tail(path, 1000)) == 100


def test_no_log_has_no_lines(tmp_path: Path) -> None:
    assert log.tail(tmp_path / "log", 3) == []


def test_stack_frames_and_warnings_of_the_jvm_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("BindException\n\tat java.base/one\n\t... 3 more\n\nWARNING: Unsafe\nclosed\n")
    assert log.telling_lines(path) == ("BindException", "closed")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("java.net.BindException: Address already in use", "--port"),
        ("Caused by: java.io.IOException: No space left on device", "disk space"),
        ("java.lang.OutOfMemoryError: Java heap space", "more memory"),
        ("There is insufficient memory for the Java Runtime Environment", "less memory"),
        ("failed to obtain node locks, tried [/data]", "another process uses the data"),
        ("something new", "--fresh"),
    ],
)
def test_the_log_tells_the_remedy(tmp_path: Path, text: str, advice: str) -> None:
    path = tmp_path / "log"
    path.write_text(f"starting\n{text}\nclosed\n")
    assert advice in log.remedy(path)
