"""The configuration file: the nearest ``esneg.toml``, or ``pyproject.toml`` with ``[tool.esneg]``, from here upwards.

It holds connection profiles (`esneg.clusters.profiles`) and the policy of audits (`esneg.audit.policy`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from esneg.errors import UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def find_configuration(directory: Path) -> tuple[Path, Mapping[str, Any]] | None:
    """The file and what it says to esneg; None when there is none.

    Raises:
        UsageError: the file cannot be read or is not TOML.
    """
    for folder in (directory, *directory.parents):
        own, shared = folder / "esneg.toml", folder / "pyproject.toml"
        if own.is_file():
            return own, _parse(own)
        if shared.is_file():
            table = _parse(shared).get("tool", {}).get("esneg")
            if isinstance(table, Mapping):
                return shared, table
    return None


def _parse(path: Path) -> dict[str, Any]:
    try:
        parsed: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        # Not chained: a traceback would show the file, and somebody may have put a password into it.
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    return parsed
