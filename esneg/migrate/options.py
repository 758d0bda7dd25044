"""How to migrate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from esneg.clusters import Cluster
from esneg.errors import UsageError

Patch = Mapping[str, Any]
"""What is to be different in the target: ``settings`` and ``mappings`` as a JSON merge patch (RFC 7386)."""

Propose = Callable[[Cluster, str], Patch]
"""Makes the patch for an index; an empty one when there is nothing to repair."""


@dataclass(frozen=True)
class Timing:
    """All in seconds.

    Attributes:
        poll: between two looks at a running task.
        heartbeat: between two signs of life in the journal.
        stale: without a sign of life after which a holder counts as gone.
        settle: from claiming a journal to looking whether the claim held.
        patience: how long a cluster that does not answer, or refuses load, is waited for.
    """

    poll: float = 1.0
    heartbeat: float = 5.0
    stale: float = 20.0
    settle: float = 1.0
    patience: float = 300.0


@dataclass(frozen=True)
class MigrateOptions:
    """How to copy and how to check.

    Attributes:
        slices: parallel parts of the copy; None leaves it to the engine (one a shard).
        requests_per_second: documents that may be copied a second; None for no limit.
        catch_up: let the source take writes while most is copied.
        sample: documents to compare byte for byte; None for all of them.
        allow_findings: switch even when the audit finds the target at fault.
        ignore_disk: begin even when the disk looks too small.
        target: the name of the target, in place of the one that esneg makes.
        timing: see `Timing`.

    Raises:
        UsageError: a number that makes no sense.
    """

    slices: int | None = None
    requests_per_second: float | None = None
    catch_up: bool = False
    sample: int | None = 500
    allow_findings: bool = False
    ignore_disk: bool = False
    target: str | None = None
    timing: Timing = field(default_factory=Timing)

    def __post_init__(self) -> None:
        if self.slices is not None and self.slices < 1:
            raise UsageError(f"--slices must be 1 or more, not {self.slices}")
        if self.requests_per_second is not None and not self.requests_per_second > 0:
            raise UsageError(f"--requests-per-second must be more than 0, not {self.requests_per_second:g}")
        if self.sample is not None and self.sample < 1:
            raise UsageError(f"--sample must be 1 or more, not {self.sample}")


@dataclass(frozen=True)
class Voice:
    """Who is told how the work goes.

    Attributes:
        progress: told (step, done, of how many); may be called many times a second.
        note: told a line that is worth keeping.
    """

    progress: Callable[[str, int, int], None] = lambda step, done, total: None
    note: Callable[[str], None] = lambda line: None
