"""The command line as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fakes.command_line import Cli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """Runs ``esneg ...`` in an empty directory, in an environment that names no cluster."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ES", "ELASTIC", "OPENSEARCH"))
    }

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "esneg", *arguments],
            env={**clean, "ESNEG_HOME": str(tmp_path), "COLUMNS": "120", **environment},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return run
