"""What documents and queries lose, as plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldSample:
    """Random documents of one index, on one field.

    Attributes:
        index, field: where.
        read: documents of the sample that have text in the field.
        with_cue: how many of them hold a negation cue.
        losing: how many lose at least one cue in the analysis.
        indistinguishable: pairs of documents of the sample that differ in a cue and have the same tokens.
        example: one text that loses a cue, shortened; "" when none does.
    """

    index: str
    field: str
    read: int
    with_cue: int
    losing: int
    indistinguishable: int
    example: str = ""


@dataclass(frozen=True, slots=True)
class LosingQuery:
    """A query that loses a cue: its text, how often it was asked, the lost cues and what is searched instead."""

    text: str
    count: int
    lost: tuple[str, ...]
    searched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueryCost:
    """A query log, against one search analyzer.

    Attributes:
        index, field: a place that is searched with it.
        analyzer: the search analyzer.
        queries: queries in the log, each counted as often as it was asked.
        with_cue: how many hold a negation cue.
        losing: how many lose at least one.
        worst: the most frequent of these.
    """

    index: str
    field: str
    analyzer: str
    queries: int
    with_cue: int
    losing: int
    worst: tuple[LosingQuery, ...]
