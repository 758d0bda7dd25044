"""How an audit is shown: one module a format, with a function that writes a report piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from esneg.audit.model import AuditReport

FORMATS: tuple[str, ...] = ("table", "json", "sarif", "junit", "html", "markdown", "github")
"""The names of the formats; the module of each has the same name and holds a ``pieces``."""


def pieces(name: str, report: AuditReport) -> Iterator[str]:
    """A report in a format, bit by bit: a large one need not be held as text. It ends with a line break.

    Args:
        name: one of `FORMATS`.
    """
    written: Iterator[str] = import_module(f"{__name__}.{name}").pieces(report)
    return written


def render(name: str, report: AuditReport) -> str:
    """A report in a format as one text.

    Args:
        name: one of `FORMATS`.
    """
    return "".join(pieces(name, report))
