"""What a load did, for a person or a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from esneg.ingest.tally import Tally

SCHEMA = "esneg.index/1"


@dataclass(frozen=True)
class LoadReport:
    """The outcome of a load that came to its end.

    Attributes:
        index: the target.
        index_created: whether the load created it.
        records: in all sources.
        tally: what this run counted.
        dead: documents in the file of dead letters, those of the interrupted runs before this one included.
        dead_letters: that file; None when there is none.
        holds: documents in the index now, others than this load's included.
        seconds: this run took, from the first record to the last acknowledgement.
        embedder: what made the vectors; None for a load without.
        max_tokens: what the model takes of a text; None when it does not say.
        notices: what the user should know.
    """

    index: str
    index_created: bool
    records: int
    tally: Tally
    dead: int
    dead_letters: str | None
    holds: int
    seconds: float
    embedder: Mapping[str, Any] | None
    max_tokens: int | None
    notices: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Documents that this run indexed, a second."""
        return self.tally.indexed / self.seconds if self.seconds else 0.0

    def exit_status(self) -> int:
        """0: everything is in the index; 1: there are dead letters."""
        return 1 if self.dead else 0

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"schema": SCHEMA, **asdict(self), "notices": list(self.notices), "rate": round(self.rate, 1)}
