"""Reading what ``_search`` and ``_msearch`` answer, with every silent failure made loud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from esneg.clusters.failures import HttpFailure, read_error, translated
from esneg.errors import RequestFailed

_NOTHING: Mapping[str, Any] = {}


class RawHit(NamedTuple):
    """A hit as the engine gives it.

    Attributes:
        key: what tells documents apart: behind an alias, two indices may hold the same id.
        matched: names of the legs that match the document -> their score (None where the engine gives none).
        explanation: the engine's account of the score; empty unless asked for.
    """

    key: str
    id: str
    index_name: str
    score: float
    source: Mapping[str, Any]
    matched: Mapping[str, float | None] = _NOTHING
    explanation: Mapping[str, Any] = _NOTHING


def read_hits(answer: Mapping[str, Any], *, what: str) -> list[RawHit]:
    """The hits of one answer, in the engine's order.

    Args:
        answer: of ``_search``, or one of the answers of ``_msearch``.
        what: what was asked, for messages: "the search of policies".

    Raises:
        RequestFailed: a shard failed or is missing (both engines then answer 200 with what the others found), the
            engine ran out of time and answered with a part, or it gave sentinel rows.
    """
    shards = answer.get("_shards") or {}
    if shards.get("failed"):
        failures = shards.get("failures") or [{}]
        cause = read_error({"error": failures[0].get("reason")})
        raise RequestFailed(
            f"{what}: {shards['failed']} of {shards.get('total')} shards failed, first in "
            f"{failures[0].get('index', 'an index')}: {cause.reason or 'no reason given'}",
            status=200,
            type=cause.type,
            reason=cause.reason,
            details=cause.context,
        )
    if shards_missing(shards):
        raise RequestFailed(
            f"{what}: only {shards['successful']} of {shards['total']} shards answered",
            status=200,
            remedy="ask again: a shard is missing while its index is replaced or moves to another node",
        )
    if answer.get("timed_out"):
        raise RequestFailed(
            f"{what}: the engine ran out of time and found only a part of the hits",
            status=200,
            remedy="raise search.default_search_timeout, or search less",
        )
    hits = [_hit(each) for each in answer["hits"]["hits"]]
    if any(hit.score < 0 for hit in hits):  # no query scores so: it is how sentinels are told
        raise sentinel_rows(what)
    return hits


def sentinel_rows(what: str) -> RequestFailed:
    """The error for what OpenSearch answers, with 200, to a ``hybrid`` query whose pipeline did not run."""
    return RequestFailed(
        f"the engine did not fuse the legs of {what}: its answer holds sentinel rows",
        status=200,
        remedy="see that no search pipeline of the index (index.search.default_pipeline) interferes, or fuse in "
        "Python: fuse_in='client' (--fusion client)",
    )


def shards_missing(shards: Mapping[str, Any]) -> bool:
    """Whether shards are missing that did not fail: both engines count one that was not there as neither successful
    nor failed (an index that was deleted, or replaced through an alias action, during the search)."""
    total = shards.get("total", 0)
    return bool(shards.get("successful", total) < total)


def read_searches(
    answer: Mapping[str, Any], *, names: Sequence[str], index: str, where: str
) -> list[list[RawHit]]:
    """The hits of each search of an ``_msearch``.

    Args:
        names: what each search is called in messages: the legs' names.
        index: what was searched.
        where: the cluster's address.

    Raises:
        ClusterError: one of the searches failed.
    """
    found = []
    for name, each in zip(names, answer["responses"], strict=True):
        if "error" in each:
            failure = HttpFailure(int(each.get("status", 500)), each)
            raise translated(failure, request=f"the leg {name} on {index}", where=where)
        found.append(read_hits(each, what=f"the leg {name} on {index}"))
    return found


def _hit(raw: Mapping[str, Any]) -> RawHit:
    identifier, index = raw["_id"], raw["_index"]
    key, score, source = f"{identifier}\0{index}", float(raw["_score"]), raw.get("_source") or _NOTHING
    matched, explanation = raw.get("matched_queries"), raw.get("_explanation") or _NOTHING
    if not matched:  # nearly always; all in their places, since names cost as much as the rest
        return RawHit(key, identifier, index, score, source, _NOTHING, explanation)
    named = matched if isinstance(matched, dict) else dict.fromkeys(matched)
    return RawHit(key, identifier, index, score, source, named, explanation)
