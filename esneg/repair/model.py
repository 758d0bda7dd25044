"""What a repair proposes, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from esneg.audit import AuditReport


@dataclass(frozen=True)
class Change:
    """One change to an index's analysis or mappings.

    Attributes:
        what: what is changed, such as "filter english_stop".
        before, after: its definition; None for what was or is not there.
        why: why the change keeps negation, and what else it does.
    """

    what: str
    before: Any
    after: Any
    why: str


@dataclass(frozen=True)
class Unresolved:
    """A cause that no change of settings and mappings removes.

    Attributes:
        what: the stage at fault and its analyzer.
        why: why esneg does not change it.
        remedy: what to do by hand.
    """

    what: str
    why: str
    remedy: str


@dataclass(frozen=True)
class Request:
    """One request of a repair in place."""

    method: str
    path: str
    body: Any = None


@dataclass(frozen=True)
class Proposal:
    """The repair of one index.

    Attributes:
        index: its name.
        before: the audit of its analysis as it is.
        after: the audit of a scratch index with the proposal.
        changes: what is to change, and why; empty when there is nothing to repair.
        unresolved: what stays.
        patch: ``settings`` and ``mappings`` as a JSON merge patch (RFC 7386) on the index's own.
        body: ``settings`` (the analysis and what it needs) and ``mappings`` of an index to reindex into.
        in_place: the requests that apply it to the index as it is; empty when documents have to be indexed again.
    """

    index: str
    before: AuditReport
    after: AuditReport
    changes: tuple[Change, ...]
    unresolved: tuple[Unresolved, ...]
    patch: Mapping[str, Any]
    body: Mapping[str, Any]
    in_place: tuple[Request, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is found any more with the proposal."""
        return self.after.exit_status(fail_on="warning") == 0
