"""What the engine decides before and after it has a process; the process itself is tested in tests/e2e."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from esneg.embedded import EmbeddedEngine, Places, Progress, record
from esneg.embedded.java import Java
from esneg.embedded.ports import any_free
from esneg.embedded.record import Record
from esneg.errors import EsnegError, UsageError


@pytest.fixture
def local(places: Places, monkeypatch: pytest.MonkeyPatch) -> EmbeddedEngine:
    """An engine whose node runs as the present user: pytest's directories are closed to all others."""
    monkeypatch.setattr("esneg.embedded.engine.node_account", lambda: None)
    return EmbeddedEngine(places)


def test_an_engine_that_never_ran_is_down(local: EmbeddedEngine) -> None:
    assert local.status() is None
    assert local.down() is False
    assert local.log_tail() == []


def test_asking_makes_no_directory(tmp_path: Path) -> None:
    local = EmbeddedEngine(Places(cache=tmp_path / "cache", state=tmp_path / "state"))
    assert (local.status(), local.down()) == (None, False)
    assert list(tmp_path.iterdir()) == []


def test_a_state_file_from_before_a_reboot_is_down(local: EmbeddedEngine) -> None:
    record.save(local.places.record, Record(port=9333, heap="1g", pid=os.getpid(), start_time=1.0))
    assert local.status() is None
    assert local.down() is False
    assert record.load(local.places.record) == Record(port=9333, heap="1g")


def test_a_port_in_use_stops_the_start_before_any_download(local: EmbeddedEngine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(EsnegError, match="is in use"):
        local.up(port=server.getsockname()[1])
    assert list(local.places.downloads.iterdir()) == []


def test_a_remembered_port_that_is_taken_is_replaced_and_told(
    local: EmbeddedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Progress] = []
    monkeypatch.setattr("esneg.embedded.engine.find_java", _stop_here)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        record.save(local.places.record, Record(port=port))
        with pytest.raises(StopHere):
            local.up(progress=heard.append)
    notices = [each.message for each in heard if each.stage == "notice"]
    assert notices[0].startswith(f"port {port} is in use")


def test_a_bad_heap_is_refused_at_once(local: EmbeddedEngine) -> None:
    with pytest.raises(UsageError, match="is not a size"):
        local.up(heap="lots")


def test_a_full_disk_is_told_before_the_download(
    local: EmbeddedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    with pytest.raises(EsnegError, match=r"is full: the engine needs \d+ MB, 1 MB are free"):
        local.up()
    assert list(local.places.downloads.iterdir()) == []


def test_root_is_told_of_a_home_that_the_node_cannot_reach(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    from esneg.embedded.account import Account

    monkeypatch.setattr("esneg.embedded.engine.node_account", lambda: Account(os.getuid() + 54321, 54321))
    places.state.chmod(0o700)
    with pytest.raises(EsnegError, match="that the node runs as") as caught:
        EmbeddedEngine(places).up()
    assert "ESNEG_HOME" in caught.value.remedy


def test_a_missing_psutil_names_the_extra(local: EmbeddedEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    record.save(local.places.record, Record(port=9333, pid=1))
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(EsnegError, match="psutil") as caught:
        local.status()
    assert caught.value.remedy == "pip install 'esneg[embedded]'"


def test_windows_is_told_what_to_do_instead(local: EmbeddedEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(EsnegError, match="Linux and macOS") as caught:
        local.up()
    assert "--url" in caught.value.remedy


def fake_server(home: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the engine start this shell script in place of OpenSearch."""
    program = home / "bin" / "opensearch"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    (home / "config").mkdir()
    (home / "config" / "jvm.options").write_text("-Xms1g\n")
    java = Java(home=home, major=25, modules=frozenset())
    monkeypatch.setattr("esneg.embedded.engine.find_java", lambda *_: java)
    monkeypatch.setattr("esneg.embedded.engine.ensure_installed", lambda *_: home)


@pytest.mark.parametrize("before", [None, Record(port=61234, heap="2g")])
def test_a_node_that_dies_leaves_the_state_as_it_was(
    local: EmbeddedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: Record | None
) -> None:
    fake_server(tmp_path / "server", "echo the cause; exit 1", monkeypatch)
    record.restore(local.places.record, before)
    with pytest.raises(EsnegError, match="died while it started") as caught:
        local.up(port=any_free())
    assert caught.value.details == ("the cause",)
    assert record.load(local.places.record) == before


def test_the_log_of_the_start_before_is_kept(
    local: EmbeddedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_server(tmp_path / "server", "echo new; exit 1", monkeypatch)
    local.places.log.write_text("old")
    with pytest.raises(EsnegError):
        local.up()
    assert local.log_tail() == ["new"]
    assert local.places.previous_log.read_text() == "old"


def test_an_interrupted_start_stops_the_node(
    local: EmbeddedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_server(tmp_path / "server", "exec sleep 600", monkeypatch)
    pids: list[int] = []

    def interrupted(*_: object) -> None:
        remembered = record.load(local.places.record)
        assert remembered is not None
        pids.append(remembered.pid)
        raise KeyboardInterrupt

    monkeypatch.setattr("esneg.embedded.node.wait_until_ready", interrupted)
    with pytest.raises(KeyboardInterrupt):
        local.up()
    assert not psutil.pid_exists(pids[0])
    assert record.load(local.places.record) is None


def test_the_users_secrets_do_not_reach_the_node(
    local: EmbeddedEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_server(tmp_path / "server", "env; exit 1", monkeypatch)
    monkeypatch.setenv("ESNEG_API_KEY", "secret-word")
    with pytest.raises(EsnegError):
        local.up()
    assert f"OPENSEARCH_JAVA_HOME={tmp_path / 'server'}" in local.log_tail()
    assert "secret-word" not in "".join(local.log_tail())


class StopHere(Exception):
    pass


def _stop_here(*_: object) -> None:
    raise StopHere
