"""The suites: one module a protocol, found by the suite's name."""

from __future__ import annotations

from importlib import import_module

from esneg.errors import UsageError
from esneg.evaluation.suites.base import Suite

SUITES: tuple[str, ...] = ("policy", "cache", "dedup", "distractors", "scope")
"""With data of their own. The suite "retrieval" runs on collections with judgements only."""

_CLASSES = {name: f"{name.capitalize()}Suite" for name in (*SUITES, "retrieval")}


def suite(name: str) -> Suite:
    """The suite of a name.

    Raises:
        UsageError: there is none.
    """
    if name not in _CLASSES:
        raise UsageError(f"there is no suite {name!r}", remedy=f"the suites are {', '.join(SUITES)}")
    found: Suite = getattr(import_module(f"{__name__}.{name}"), _CLASSES[name])()
    return found
