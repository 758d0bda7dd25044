"""What the engine tells while it works. The caller decides how to show it; nothing here prints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Stage = Literal["wait", "download", "install", "start", "stop", "notice"]


@dataclass(frozen=True)
class Progress:
    """One piece of news.

    Attributes:
        stage: what is being done; "notice" is something that the user should read even when all is well.
        message: one line.
        done: bytes so far, while downloading.
        total: bytes in all, while downloading; 0 at other stages.
    """

    stage: Stage
    message: str
    done: int = 0
    total: int = 0


Report = Callable[[Progress], None]


def silent(_: Progress) -> None:
    """The report of a caller who wants none."""
