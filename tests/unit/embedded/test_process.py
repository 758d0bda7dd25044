from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from esneg.embedded.process import find_process, is_alive, stop

MARK = "-Epath.data=/the/data/of/this/test"
LISTENS = "import time; print(flush=True); time.sleep(600)"
DEAF = "import signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(600)"


@pytest.fixture
def child() -> Iterator[psutil.Popen]:
    process = psutil.Popen([sys.executable, "-c", LISTENS, MARK], stdout=subprocess.PIPE)
    process.stdout.readline()
    yield process
    process.stdout.close()
    if process.poll() is None:
        process.kill()
        process.wait()


def test_the_process_is_found_by_pid_start_time_and_mark(child: psutil.Popen) -> None:
    found = find_process(child.pid, child.create_time(), MARK)
    assert found is not None
    assert found.pid == child.pid


def test_a_pid_of_an_earlier_process_is_not_the_node(child: psutil.Popen) -> None:
    assert find_process(child.pid, child.create_time() - 3600, MARK) is None


def test_a_process_of_another_command_is_not_the_node(child: psutil.Popen) -> None:
    assert find_process(child.pid, child.create_time(), MARK + "/other") is None


def test_a_pid_that_nobody_has_is_not_the_node(child: psutil.Popen) -> None:
    started = child.create_time()
    child.kill()
    child.wait()
    assert find_process(child.pid, started, MARK) is None
    assert find_process(0, 0.0, MARK) is None


def test_a_process_that_is_becoming_java_is_still_the_node(
    child: psutil.Popen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psutil.Process, "cmdline", lambda _: [])
    assert find_process(child.pid, child.create_time(), MARK) is not None


def test_a_dead_process_that_nobody_waited_for_is_not_alive(child: psutil.Popen) -> None:
    process = psutil.Process(child.pid)
    started = child.create_time()
    child.kill()
    while process.status() != psutil.STATUS_ZOMBIE:
        pass
    assert not is_alive(process)
    assert find_process(child.pid, started, MARK) is None


def test_stopping_asks_first(child: psutil.Popen) -> None:
    stop(psutil.Process(child.pid))
    assert not psutil.pid_exists(child.pid)


def test_a_process_that_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("esneg.embedded.process.STOP_TIMEOUT", 0.2)
    with subprocess.Popen([sys.executable, "-c", DEAF], stdout=subprocess.PIPE) as deaf:
        assert deaf.stdout is not None
        deaf.stdout.readline()
        stop(psutil.Process(deaf.pid))
        assert not psutil.pid_exists(deaf.pid)


def test_stopping_what_is_gone_is_no_error(child: psutil.Popen) -> None:
    process = psutil.Process(child.pid)
    child.kill()
    child.wait()
    stop(process)
