"""Two questions that ask for opposite things, each with a passage of its own: are both right?"""

from __future__ import annotations

from collections.abc import Sequence


def both_right(rankings: Sequence[Sequence[int]], own: Sequence[int]) -> int:
    """How many pairs of questions each put their own passage before the other's.

    Args:
        rankings: positions of passages, best first, of each question; those of a pair follow each other.
        own: the position of each question's own passage, which is the opposite one to the pair's other question.
    """

    def wins(at: int) -> bool:
        places = {passage: place for place, passage in enumerate(rankings[at])}
        # A passage that was not found stands behind all.
        return places.get(own[at], 10**6) < places.get(own[at ^ 1], 10**6)

    return sum(wins(at) and wins(at + 1) for at in range(0, len(rankings), 2))
