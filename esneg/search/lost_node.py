"""Searches that met a node as it died are sent again: another copy of the shard answers them.

An engine goes over to another copy by itself when a node dies before or while a shard is queried. When it dies
between querying and fetching, it cannot: the context of the search died with the node. The answer then has status 200
and failed shards, and a client that does not look shows a part of the hits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from esneg.clusters.retry import ATTEMPTS, delay
from esneg.search.answers import shards_missing

NODE_GONE = frozenset(
    {
        "connect_transport_exception",
        "no_shard_available_action_exception",
        "node_closed_exception",
        "node_disconnected_exception",
        "node_not_connected_exception",
        "search_context_missing_exception",
        "send_request_transport_exception",
    }
)
"""Names of errors that say nothing of the search, only that a node or its memory of the search is gone."""

Answer = Mapping[str, Any]


def met_a_lost_node(answer: Answer) -> bool:
    """Whether an answer of ``_search`` or ``_msearch`` lacks hits, and only because nodes went away."""
    answers = answer.get("responses", [answer])
    failed = [each for each in answers if "error" in each or _incomplete(each.get("_shards") or {})]
    return bool(failed) and all(_node_gone(each) for each in failed)


def asked_again(ask: Callable[[], Answer], remaining: Callable[[], float | None]) -> Answer:
    """Asks until no lost node spoils the answer, or it has been asked often enough.

    Args:
        ask: sends the search once.
        remaining: seconds that are left; None for no limit.

    Returns:
        The last answer, be it good or not.
    """
    attempt = 1
    while True:
        answer = ask()
        if attempt >= ATTEMPTS or not met_a_lost_node(answer):
            return answer
        pause, left = delay(attempt), remaining()
        if left is not None and left <= pause:
            return answer
        time.sleep(pause)
        attempt += 1


def _incomplete(shards: Mapping[str, Any]) -> bool:
    return bool(shards.get("failed")) or shards_missing(shards)


def _node_gone(answer: Answer) -> bool:
    error = answer.get("error")
    if not isinstance(error, Mapping):
        shards = answer.get("_shards") or {}
        if not shards.get("failed"):  # No failure, but shards are missing: they were not there.
            return "error" not in answer
        failures = shards.get("failures") or []
    elif "failed_shards" in error:
        failures = error["failed_shards"]
        if not failures:  # No copy of any shard was there to be asked: one is being promoted.
            return answer.get("status") == 503
    else:
        failures = [{"reason": error}]
    return bool(failures) and all(_says_node_gone(each.get("reason")) for each in failures)


def _says_node_gone(reason: Any) -> bool:
    return isinstance(reason, Mapping) and (
        reason.get("type") in NODE_GONE or _says_node_gone(reason.get("caused_by"))
    )
