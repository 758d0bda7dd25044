"""What a load has counted."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Tally:
    """Counts of records. None is lost when `adds_up`.

    Attributes:
        seen: records read.
        already_done: of those, the ones that an earlier, interrupted run had finished.
        created: new in the index.
        updated: took the place of a document with the same id.
        rejected: written to the dead letters.
        cut: of those indexed, the ones whose text is longer than the model takes: their end is not in the vector.
    """

    seen: int = 0
    already_done: int = 0
    created: int = 0
    updated: int = 0
    rejected: int = 0
    cut: int = 0

    @property
    def indexed(self) -> int:
        """Records that are in the index now, and were sent by this run."""
        return self.created + self.updated

    @property
    def done(self) -> int:
        """Records that need nothing any more."""
        return self.already_done + self.indexed + self.rejected

    @property
    def adds_up(self) -> bool:
        """Every record that was read is in the index, in the dead letters, or was done before."""
        return self.seen == self.done

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Tally)))
