"""The resume file: what a load is made of, and which of its records are done.

It is replaced as a whole, so that a load killed at any moment leaves it readable; the processes of a load take
turns through a lock. A record is done when the engine has acknowledged it or its dead letter is on disk; what was
done after the last save is done again, which the documents' ids make harmless.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock

from esneg.errors import UsageError
from esneg.ingest.ranges import RangeSet
from esneg.ingest.readers import Source

SCHEMA = "esneg.load/1"


@dataclass(frozen=True)
class SourceState:
    """A source as it was when the load began.

    Attributes:
        path: in full.
        size: bytes.
        modified: nanoseconds since the epoch.
        records: how many it holds.
    """

    path: str
    size: int
    modified: int
    records: int

    @classmethod
    def of(cls, source: Source, records: int) -> SourceState:
        """The state of a source now."""
        path = source.path.resolve()
        files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        stats = [each.stat() for each in files]
        return cls(
            str(path), sum(each.st_size for each in stats), max(each.st_mtime_ns for each in stats), records
        )


@dataclass
class LoadState:
    """What the resume file holds.

    Attributes:
        index: the target, as the user named it.
        index_uuid: of the index behind it: the same name may stand for another index later.
        plan: what decides the documents and their vectors; a load is resumed with the same plan only.
        dead_letters: the file, in full.
        sources: what is loaded.
        done: for each source the records that are done.
        rejected: how many of those have a dead letter.
        finished: every record is done.
    """

    index: str
    index_uuid: str
    plan: Mapping[str, Any]
    dead_letters: str
    sources: list[SourceState]
    done: list[RangeSet] = field(default_factory=list)
    rejected: int = 0
    finished: bool = False

    def __post_init__(self) -> None:
        self.done = self.done or [RangeSet() for _ in self.sources]

    @property
    def records(self) -> int:
        """How many records there are."""
        return sum(source.records for source in self.sources)

    @property
    def done_count(self) -> int:
        """How many of them are done."""
        return sum(map(len, self.done))


class ResumeFile:
    """A resume file at a path.

    Attributes:
        path: the file.
        lock: held by the process of the load that writes; for the dead letters, too.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = FileLock(path.with_name(f".{path.name}.lock"))

    def read(self) -> LoadState | None:
        """The load that it describes; None when there is no file.

        Raises:
            UsageError: it cannot be read, or is something else.
        """
        try:
            content = json.loads(self.path.read_bytes())
            if content.pop("schema") != SCHEMA:
                raise UsageError(f"{self.path} was written by another version of esneg", remedy=self._remedy)
            return LoadState(
                **{
                    **content,
                    "sources": [SourceState(**each) for each in content["sources"]],
                    "done": [RangeSet(each) for each in content["done"]],
                }
            )
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be read: {error.strerror}") from None
        except (ValueError, TypeError, KeyError, AttributeError):
            raise UsageError(f"{self.path} is no resume file", remedy=self._remedy) from None

    def write(self, state: LoadState) -> None:
        """Replaces the file.

        Raises:
            UsageError: it cannot be written.
        """
        content = {"schema": SCHEMA, **asdict(state), "done": [each.as_lists() for each in state.done]}
        try:
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=self.path.parent, prefix=f".{self.path.name}-", delete=False
            ) as file:
                json.dump(content, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(file.name, self.path)
        except OSError as error:
            raise UsageError(
                f"the resume file {self.path} cannot be written: {error.strerror}",
                remedy="give --state a file in a folder that you may write to",
            ) from None

    def add(self, done: Sequence[RangeSet], rejected: int) -> LoadState:
        """Adds what one process has done since it last did so, and returns what all have done."""
        with self.lock:
            state = self.read()
            if state is None:
                raise UsageError(
                    f"the resume file {self.path} is gone", remedy="load again; no id is made twice"
                )
            for known, new in zip(state.done, done, strict=True):
                known.update(new)
            state.rejected += rejected
            state.finished = state.done_count == state.records
            self.write(state)
        return state

    @property
    def _remedy(self) -> str:
        return "move it away, or give --state another file"
