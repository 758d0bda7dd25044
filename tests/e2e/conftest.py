"""The command line as a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes.command_line import Cli, StartCli


def _environment(home: Path) -> dict[str, str]:
    """An environment that names no cluster."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ES", "ELASTIC", "OPENSEARCH"))
    }
    return {**clean, "ESNEG_HOME": str(home), "COLUMNS": "120"}


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """Runs ``esneg ...`` in an empty directory, in an environment that names no cluster."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "esneg", *arguments],
            env={**_environment(tmp_path), **environment},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run


@pytest.fixture
def start_cli(tmp_path: Path) -> Iterator[StartCli]:
    """Starts ``esneg ...`` as `cli` does, and leaves it running; it is ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "esneg", *arguments],
            env=_environment(tmp_path),
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell that runs the tests in the background has made them ignore Ctrl-C; a user's has not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
