from __future__ import annotations

import os
from pathlib import Path

import pytest

from esneg.embedded.account import Account, node_account
from esneg.errors import EsnegError

STRANGER = Account(uid=os.getuid() + 54321, gid=54321)


def test_an_ordinary_user_runs_the_node_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert node_account() is None


def test_root_runs_it_as_a_user_without_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    account = node_account()
    assert account is not None
    assert account.uid != 0
    assert account.popen_arguments()["extra_groups"] == []


def test_a_closed_directory_on_the_way_is_named(tmp_path: Path) -> None:
    inner = tmp_path / "closed" / "open"
    inner.mkdir(parents=True)
    (tmp_path / "closed").chmod(0o700)
    owner = Account(uid=os.getuid(), gid=os.getgid())
    closed = STRANGER.closed_directory(inner)
    # Pytest's own directories may be closed too.
    assert closed is not None
    assert inner.is_relative_to(closed)
    assert owner.closed_directory(tmp_path / "closed") in (None, *tmp_path.parents)
    with pytest.raises(EsnegError, match="is closed to others"):
        STRANGER.require_way_to(inner)


def test_the_root_directory_is_open_to_all() -> None:
    assert STRANGER.closed_directory(Path("/")) is None
