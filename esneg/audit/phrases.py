"""Quoted phrases that match without their cue, because a dropped word leaves only a gap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from esneg.analysis import search_side
from esneg.analysis.fields import TextField
from esneg.clusters import Cluster
from esneg.errors import RequestFailed
from esneg.negation import MinimalPair


@dataclass(frozen=True)
class PhraseTrap:
    """A phrase that the engine searches as if its cue were not there.

    Attributes:
        language: the code of its language.
        cue: the cue.
        phrase: the phrase as a user would quote it ("not cover").
        without: what the engine looks for ("cover").
        query: the query that the engine runs for the phrase.
    """

    language: str
    cue: str
    phrase: str
    without: str
    query: str


def phrase_traps(
    cluster: Cluster, index: str, field: TextField, lost: Sequence[tuple[str, MinimalPair]]
) -> tuple[PhraseTrap, ...]:
    """The phrases "cue + next word" that run the same query as the next word alone.

    Args:
        lost: language and minimal pair of what the search side loses: only these can be trapped.
    """
    phrases = list(dict.fromkeys(found for code, pair in lost if (found := _phrase(code, pair)) is not None))
    if not phrases or field.normalizer:
        return ()
    texts = [text for _, _, phrase, without in phrases for text in (phrase, without)]
    try:
        explained = search_side.explain(cluster, index, field.path, texts, query_type="match_phrase")
    except RequestFailed:
        # Positions are not indexed: no phrase can be searched at all, which is a rule of its own.
        return ()
    return tuple(
        PhraseTrap(code, cue, phrase, without, explained[2 * n])
        for n, (code, cue, phrase, without) in enumerate(phrases)
        # A phrase of which nothing is left finds nothing: that is no trap.
        if explained[2 * n] == explained[2 * n + 1] and f"{field.path}:" in explained[2 * n]
    )


def _phrase(code: str, pair: MinimalPair) -> tuple[str, str, str, str] | None:
    found = re.search(rf"(?<!\w){re.escape(pair.cue)}\s+(\w+)", pair.negated, re.IGNORECASE)
    return (code, pair.cue, f"{pair.cue} {found.group(1)}", found.group(1)) if found else None
