"""Sets of whole numbers that come in runs: which records of a file are done."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class RangeSet:
    """A set of whole numbers, kept as sorted ranges ``[begin, end)`` that neither overlap nor touch."""

    def __init__(self, ranges: Iterable[Iterable[int]] = ()) -> None:
        self._ranges: list[tuple[int, int]] = []
        for begin, end in ranges:
            self.add(begin, end)

    def add(self, begin: int, end: int | None = None) -> None:
        """Puts ``[begin, end)`` in; one number when ``end`` is absent."""
        end = begin + 1 if end is None else end
        if begin >= end:
            return
        first = bisect_right(self._ranges, (begin, begin))
        if first and self._ranges[first - 1][1] >= begin:
            first -= 1
        last = first
        while last < len(self._ranges) and self._ranges[last][0] <= end:
            begin = min(begin, self._ranges[last][0])
            end = max(end, self._ranges[last][1])
            last += 1
        self._ranges[first:last] = [(begin, end)]

    def update(self, other: RangeSet) -> None:
        """Puts in whatever another set has."""
        for begin, end in other._ranges:
            self.add(begin, end)

    def __contains__(self, number: int) -> bool:
        position = bisect_right(self._ranges, (number, float("inf"))) - 1
        return position >= 0 and number < self._ranges[position][1]

    def __len__(self) -> int:
        return sum(end - begin for begin, end in self._ranges)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RangeSet) and self._ranges == other._ranges

    def __repr__(self) -> str:
        return f"RangeSet({self._ranges})"

    def as_lists(self) -> list[list[int]]:
        """The ranges, as JSON has them."""
        return [[begin, end] for begin, end in self._ranges]

    __hash__ = None  # type: ignore[assignment]
