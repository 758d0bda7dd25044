from __future__ import annotations

import os
from pathlib import Path

from esneg.embedded import Places


def test_esneg_home_moves_both_roots(tmp_path: Path) -> None:
    places = Places.from_environment({"ESNEG_HOME": str(tmp_path)})
    assert (places.cache, places.state) == (tmp_path / "cache", tmp_path / "state")


def test_the_cache_can_be_elsewhere(tmp_path: Path) -> None:
    places = Places.from_environment({"ESNEG_HOME": str(tmp_path), "ESNEG_CACHE_DIR": "/shared"})
    assert (places.cache, places.state) == (Path("/shared"), tmp_path / "state")


def test_without_a_wish_it_is_the_platforms_place() -> None:
    places = Places.from_environment({})
    assert places.cache.name == places.state.name == "esneg"
    assert places.cache != places.state


def test_a_relative_home_does_not_move_with_the_working_directory() -> None:
    assert Places.from_environment({"ESNEG_HOME": "here"}).state == Path.cwd() / "here" / "state"


def test_directories_are_open_to_the_nodes_user_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        places = Places(cache=tmp_path / "a" / "cache", state=tmp_path / "a" / "state")
        places.create()
    finally:
        os.umask(before)
    for directory in (tmp_path / "a", places.cache, places.downloads, places.state):
        assert directory.stat().st_mode & 0o777 == 0o755
