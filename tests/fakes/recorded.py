"""What real engines answered, recorded: ``tests/data/recorded``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent.parent / "data" / "recorded" / "connection.jsonl"


def exchange(engine: str, note: str) -> dict[str, Any]:
    """The exchange with this note, of the engine whose name begins like that."""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        found: dict[str, Any] = json.loads(line)
        if found["engine"].startswith(engine) and found["note"] == note:
            return found
    raise LookupError(f"{engine}: {note}")
