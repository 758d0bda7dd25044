"""The report as JSON (``esneg.audit/1``): one finding a line, written as it goes, for there may be a million of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from esneg.audit.model import AuditReport


def pieces(report: AuditReport) -> Iterator[str]:
    """The JSON text; text stays readable in every script."""
    yield from _value(report.parts(), "")
    yield "\n"


def _value(value: Any, indent: str) -> Iterator[str]:
    deeper = indent + "  "
    if isinstance(value, Mapping):
        yield "{"
        for number, (key, item) in enumerate(value.items()):
            yield f"{',' if number else ''}\n{deeper}{_text(key)}: "
            yield from _value(item, deeper)
        yield f"\n{indent}}}"
    elif isinstance(value, Iterator):
        yield "["
        empty = True
        for item in value:
            yield f"{'' if empty else ','}\n{deeper}{_text(item)}"
            empty = False
        yield "]" if empty else f"\n{indent}]"
    else:
        yield _text(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
