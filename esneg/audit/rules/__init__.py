"""The rules of the audit: one small file each, found by its name (``neg001_....py``)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from esneg.audit.rules.base import Rule

__all__ = ["Rule", "all_rules"]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in the order of their ids. A new rule is one new module that holds a ``RULE``."""
    names = sorted(found.name for found in iter_modules(__path__) if found.name.startswith("neg"))
    return tuple(import_module(f"{__name__}.{name}").RULE for name in names)
