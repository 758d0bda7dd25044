"""How results are shown: one module a format. A format is a function from an `AuditReport` to text."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from esneg.audit.model import AuditReport

FORMATS: tuple[str, ...] = ("table", "json")
"""The names of the formats; the module of each has the same name and holds a ``render``."""


def renderer(name: str) -> Callable[[AuditReport], str]:
    """The function that writes a report in a format.

    Args:
        name: one of `FORMATS`.
    """
    render: Callable[[AuditReport], str] = import_module(f"{__name__}.{name}").render
    return render
