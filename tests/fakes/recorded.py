"""What real engines answered, recorded: ``tests/data/recorded``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent.parent / "data" / "recorded"


def exchange(engine: str, note: str, *, file: str = "connection") -> dict[str, Any]:
    """The exchange with this note, of the engine whose name begins like that, from ``FILE.jsonl``."""
    for line in (_FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines():
        found: dict[str, Any] = json.loads(line)
        if found["engine"].startswith(engine) and found["note"] == note:
            return found
    raise LookupError(f"{engine}: {note}")
