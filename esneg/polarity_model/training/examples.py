"""What the model learns from: groups of a query and a few passages that differ in what they say."""

from __future__ import annotations

from dataclasses import dataclass

from esneg.polarity_model.labels import OPPOSITE, SAME, UNRELATED

__all__ = ["OPPOSITE", "SAME", "UNRELATED", "Group"]


@dataclass(frozen=True)
class Group:
    """A query (or hypothesis) with passages (or premises).

    Attributes:
        source: the set or pattern that it comes from, for the counts in the model card.
        query: the text whose sense is asked for.
        passages: what it is compared with.
        labels: for each passage `SAME`, `UNRELATED` or `OPPOSITE`.
        ranked: whether the first passage answers the query better than each of the others, so that the rank
            head learns from the group as well.
    """

    source: str
    query: str
    passages: tuple[str, ...]
    labels: tuple[int, ...]
    ranked: bool = False


def pair(source: str, a: str, b: str, label: int) -> Group:
    """One pair for the polarity head alone."""
    return Group(source, a, (b,), (label,))
