"""What stops a migration. In each case the alias still answers, and no document is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from esneg.errors import EsnegError

GO_ON = "run the same command again: it goes on from here; or undo everything with --rollback"


class MigrationRefused(EsnegError):
    """The migration cannot begin, or may not be undone, as things are. Nothing was changed."""


class MigrationHeld(EsnegError):
    """Somebody else is at work on the same migration."""


class MigrationInterrupted(EsnegError):
    """The cluster did not answer for too long, or its disk is full. Can be gone on with at any time."""


class VerificationFailed(EsnegError):
    """The target is not what it should be. Nothing was switched, and the source takes writes again."""


@dataclass(frozen=True)
class RefusedDocument:
    """A document that the target does not take.

    Attributes:
        id: its id.
        routing: its routing value; None without one.
        reason: the engine's reason.
    """

    id: str
    routing: str | None
    reason: str

    def __str__(self) -> str:
        routed = f" (routing {self.routing})" if self.routing is not None else ""
        return f"{self.id}{routed}: {self.reason}"


class DocumentsRefused(EsnegError):
    """The target refuses documents. Nothing was switched, and the source takes writes again.

    Attributes:
        documents: every one of them.
    """

    def __init__(self, source: str, target: str, documents: Sequence[RefusedDocument]) -> None:
        count = len(documents)
        super().__init__(
            f"{target} refuses {count:,} document{'s' * (count != 1)} of {source}; nothing was switched, "
            f"and {source} takes writes again",
            remedy="correct these documents and run the same command again, or undo with --rollback and "
            "migrate with other --target-settings",
            details=tuple(map(str, documents)),
        )
        self.documents = tuple(documents)
