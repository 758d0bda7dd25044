"""A document on its way into the index, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from esneg.ingest.readers import Record


@dataclass(frozen=True)
class Origin:
    """Where a document comes from: the number of its source in the load, and the record."""

    source: int
    record: Record


@dataclass(frozen=True)
class Item:
    """A document, ready to send.

    Attributes:
        origin: where it comes from.
        action: the bulk request's line before the document's.
        document: the document's line.
        size: bytes of both lines.
    """

    origin: Origin
    action: str
    document: str
    size: int


@dataclass(frozen=True)
class Rejection:
    """Why a document is not in the index.

    Attributes:
        reason: in the engine's words, or esneg's where it never got to the engine.
        status: the HTTP status of the engine; None where it never got there.
        type: the engine's name for the error; "" when it gave none.
    """

    reason: str
    status: int | None = None
    type: str = ""

    def as_dict(self) -> Mapping[str, Any]:
        """As it stands in a dead letter."""
        found = {"reason": self.reason, "status": self.status, "type": self.type}
        return {name: value for name, value in found.items() if value}


@dataclass(frozen=True)
class Outcome:
    """What became of a document.

    Attributes:
        origin: where it comes from.
        result: "created" or "updated" when it is in the index.
        rejection: why it is not.
    """

    origin: Origin
    result: str = ""
    rejection: Rejection | None = None
