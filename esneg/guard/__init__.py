"""Do two texts ask, or state, opposite things? For semantic caches and for deduplication."""

from esneg.guard.cache import GuardedCache, Served
from esneg.guard.dedup import DuplicateGuard, Neighbour
from esneg.guard.guard import PolarityGuard, Thresholds
from esneg.guard.verdict import Evidence, Outcome, Verdict

__all__ = [
    "DuplicateGuard",
    "Evidence",
    "GuardedCache",
    "Neighbour",
    "Outcome",
    "PolarityGuard",
    "Served",
    "Thresholds",
    "Verdict",
]
