"""What every reader yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True)
class Record:
    """One document of a source.

    Attributes:
        ordinal: its number in the source, from 0; blank lines are not counted.
        place: where a person finds it: the line of a text file or the row of a table, from 1.
        document: the document; JSON values only.
    """

    ordinal: int
    place: int
    document: dict[str, Any]


Wanted = Callable[[int], bool]


def everything(ordinal: int) -> bool:
    """Wants every record."""
    return True


class Read(Protocol):
    """Reads a source from its beginning, in order.

    ``wanted`` is asked once for each record, in order; what is not wanted is passed over as cheaply as the
    format allows, and not checked. A source that cannot be read is a `esneg.errors.UsageError` that names file
    and place.
    """

    def __call__(self, path: Path, wanted: Wanted = everything) -> Iterator[Record]: ...  # noqa: D102
