"""What tests of commands share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def no_cluster_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty directory, and an environment that names no cluster."""
    for name in list(os.environ):
        if name.startswith(("ES", "ELASTIC", "OPENSEARCH")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("ESNEG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
