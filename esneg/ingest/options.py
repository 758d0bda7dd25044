"""How a load is done, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from esneg.errors import UsageError
from esneg.ingest.bulk import BulkOptions
from esneg.templates.vector import FIELD


class Progress(NamedTuple):
    """How far a load is.

    Attributes:
        step: "checking" the files, or "loading".
        done: records.
        total: records; None while they are still being counted.
    """

    step: str
    done: int
    total: int | None


def silent(_: Progress) -> None:
    """The progress of a caller who wants none."""


@dataclass(frozen=True)
class LoadOptions:
    """How a load is done.

    Attributes:
        vector_field: where vectors go.
        language: of an index that is created.
        bulk: how bulk requests are made.
        encode_count: passages that are encoded at once.
        workers: processes that share the load.
        resume: continue the load that the resume file describes, if there is one.
        restart: begin anew although the resume file describes an unfinished load.
        force: see `esneg.ingest.target.check_target`.
        state: the resume file; ``esneg-INDEX.load.json`` in the working directory when absent.
        dead_letters: the file of dead letters; a new ``esneg-INDEX.dead.jsonl`` beside the resume file when absent.
    """

    vector_field: str = FIELD
    language: str = "en"
    bulk: BulkOptions = field(default_factory=BulkOptions)
    encode_count: int = 256
    workers: int = 1
    resume: bool = False
    restart: bool = False
    force: bool = False
    state: Path | None = None
    dead_letters: Path | None = None

    def __post_init__(self) -> None:
        for name in ("encode_count", "workers"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.resume and self.restart:
            raise UsageError("--resume and --restart contradict each other", remedy="give one of them")
