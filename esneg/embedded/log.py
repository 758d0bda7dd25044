"""The end of the node's log, and what it says about a failed start."""

from __future__ import annotations

import os
from pathlib import Path

_TAIL_BYTES = 256 * 1024

# Frames of stack traces, and warnings of the JVM about OpenSearch's own ways.
_NOISE = ("at ", "... ", "warning:")

# A phrase of the JVM or of OpenSearch, and what to do about it.
_REMEDIES = (
    ("Address already in use", "another program took the port: choose one with --port"),
    ("BindException", "another program took the port: choose one with --port"),
    ("No space left on device", "free some disk space and run `esneg engine up` again"),
    ("OutOfMemoryError", "give it more memory, such as --heap 1g"),
    ("Too small", "give it more memory, such as --heap 1g"),
    ("Could not reserve enough space", "ask for less memory, such as --heap 1g"),
    ("insufficient memory", "ask for less memory, such as --heap 1g"),
    ("Invalid maximum heap size", "ask for a heap that this machine can address, such as --heap 1g"),
    ("Invalid initial heap size", "ask for a heap that this machine can address, such as --heap 1g"),
    (
        "failed to obtain node locks",
        "another process uses the data: stop it, or set another ESNEG_HOME",
    ),
    ("cannot downgrade", "the data is of a newer engine: `esneg engine up --fresh` starts empty"),
)


def tail(path: Path, lines: int) -> list[str]:
    """The last lines of a log; [] when there is none yet."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL_BYTES))
            text = file.read().decode("utf-8", errors="replace")
    except FileNotFoundError:
        return []
    return text.splitlines()[-lines:] if lines > 0 else []


def telling_lines(path: Path, lines: int = 12) -> tuple[str, ...]:
    """The last lines that say something to a person: no stack frames, no JVM warnings."""
    kept = [line for line in tail(path, 500) if line.strip() and not line.lstrip().lower().startswith(_NOISE)]
    return tuple(kept[-lines:])


def remedy(path: Path) -> str:
    """What to do about a node that died, as far as its log tells."""
    text = "\n".join(tail(path, 500))
    for phrase, advice in _REMEDIES:
        if phrase in text:
            return advice
    return f"read {path}; `esneg engine up --fresh` starts with empty data"
