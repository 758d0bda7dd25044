"""Python's cyclic garbage collector, told to wait."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """Keeps the collector from running inside the block.

    Building a hundred thousand findings makes no garbage, and yet the collector walks over all that there are again
    and again: more than half of the time. Nothing that waits for a network belongs into such a block.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()
