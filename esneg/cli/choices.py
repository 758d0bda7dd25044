"""Values that options take."""

from __future__ import annotations

from enum import Enum


class TableOrJson(str, Enum):
    """What --format takes where there are two formats."""

    table = "table"
    json = "json"


class FailOn(str, Enum):
    """What --fail-on takes: the mildest severity that fails."""

    error = "error"
    warning = "warning"
    info = "info"
