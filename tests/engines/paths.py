"""Where the pieces of the images lie in the project."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
LOCAL = PROJECT / "docker" / "local"
