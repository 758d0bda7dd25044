from __future__ import annotations

import threading
from pathlib import Path

from filelock import FileLock

from esneg.embedded.locks import exclusive
from esneg.embedded.progress import Progress


def test_a_free_lock_is_taken_without_a_word(tmp_path: Path) -> None:
    heard: list[Progress] = []
    with exclusive(tmp_path / "lock", heard.append, "waiting"):
        assert heard == []


def test_who_has_to_wait_is_told_once_and_then_goes_on(tmp_path: Path) -> None:
    heard: list[Progress] = []
    order: list[str] = []
    told = threading.Event()

    def report(progress: Progress) -> None:
        heard.append(progress)
        told.set()

    def second() -> None:
        with exclusive(tmp_path / "lock", report, "waiting for the first"):
            order.append("second")

    thread = threading.Thread(target=second)
    with FileLock(tmp_path / "lock"):
        thread.start()
        assert told.wait(30)
        order.append("first")
    thread.join(30)
    assert order == ["first", "second"]
    assert heard == [Progress("wait", "waiting for the first")]
