"""The pieces of the query: a word, a marker, the one near the other. Both engines take all of them."""

from __future__ import annotations

from typing import Any

from esneg.analysis.polarity import AFFIX, MARKER


def near_marker(field: str, word: str, reach: int, *, by_affix: bool = True) -> dict[str, Any]:
    """Matches where a word stands near a negation, in one clause.

    Neither ``mode`` (OpenSearch) nor ``ordered`` (Elasticsearch) is given: their default, any order, is the same.

    Args:
        reach: how many words may stand between, less than the gap between clauses.
        by_affix: whether the negation inside another word ("unpaid") counts. Off, it counts only when it is the word
            itself that is denied.
    """
    if by_affix:
        return {"intervals": {field: _both(_token(MARKER), word, reach)}}
    free = {**_token(MARKER), "filter": {"not_overlapping": {"match": _token(AFFIX)}}}
    denied = {"match": {"query": word, "filter": {"overlapping": {"match": _token(AFFIX)}}}}
    return {"intervals": {field: {"any_of": {"intervals": [_both(free, word, reach), denied]}}}}


def _both(marker: dict[str, Any], word: str, reach: int) -> dict[str, Any]:
    return {"all_of": {"max_gaps": reach, "intervals": [{"match": marker}, {"match": {"query": word}}]}}


def _token(token: str) -> dict[str, Any]:
    # The analyzer "keyword", which every index has, leaves the token as it is.
    return {"query": token, "analyzer": "keyword"}
