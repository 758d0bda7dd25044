"""The libraries that an evaluation computes with, which the core of esneg does without."""

from __future__ import annotations

from importlib.util import find_spec

from esneg.errors import EsnegError

NEEDED = ("numpy", "scipy", "sklearn", "ir_measures", "jsonschema")


def require_libraries() -> None:
    """Sees that all are installed, before anything imports them.

    Raises:
        EsnegError: one is not.
    """
    absent = [name for name in NEEDED if find_spec(name) is None]
    if absent:
        raise EsnegError(
            f"evaluation needs {', '.join(absent)}, which {'is' if len(absent) == 1 else 'are'} not installed",
            remedy="pip install 'esneg[eval]'",
        )
