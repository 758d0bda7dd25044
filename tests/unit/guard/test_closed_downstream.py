"""A guard that fails reaches those behind it as "not the same": nothing is served, nothing is merged."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest
from fakes.replay import OPENSEARCH, ReplayCluster

from esneg.guard import DuplicateGuard, GuardedCache, PolarityGuard

ASKED, CACHED = "How can I renew my card?", "What must I do so that my card goes on working?"


class Raises:
    def polarity(self, pairs: Sequence[tuple[str, str]]) -> Any:
        raise RuntimeError


class Nonsense:
    def polarity(self, pairs: Sequence[tuple[str, str]]) -> Any:
        return [(7.0, 0.1, 0.2)] * len(pairs)


class Hangs:
    def polarity(self, pairs: Sequence[tuple[str, str]]) -> Any:
        threading.Event().wait(5)
        return [(1.0, 0.0, 0.0)] * len(pairs)


class Works:
    def polarity(self, pairs: Sequence[tuple[str, str]]) -> Any:
        return [(1.0, 0.0, 0.0)] * len(pairs)


FAILING = pytest.mark.parametrize(
    ("model", "why"),
    [
        (Raises(), "the model failed: RuntimeError"),
        (Nonsense(), "the model's answer is not three probabilities that sum to 1"),
        (Hangs(), "the model took more than 0.05 s"),
    ],
)


class Neighbours(ReplayCluster):
    """Answers every search with two documents near the new one."""

    def __init__(self) -> None:
        super().__init__(OPENSEARCH, [])

    def request(
        self, method: str, path: str, *, params: Any = None, body: Any = None, timeout: Any = None
    ) -> Any:
        texts = [CACHED, "My card went on working after I had paid."]
        hits = [
            {"_id": str(at), "_index": "docs", "_score": 0.9, "_source": {"body": text}}
            for at, text in enumerate(texts)
        ]
        return {"_shards": {"total": 1, "failed": 0}, "hits": {"hits": hits}}


def duplicates(guard: PolarityGuard) -> DuplicateGuard:
    return DuplicateGuard(Neighbours(), "docs", text_field="body", vector_field="v", guard=guard)


@FAILING
def test_a_cache_serves_nothing_and_says_why(model: Any, why: str) -> None:
    refused: list[str] = []
    cache = GuardedCache(
        lambda question: (CACHED, "yes", 0.99),
        PolarityGuard(model, timeout=0.05),
        on_refusal=lambda asked, cached, verdict: refused.append(verdict.evidence[0].note),
    )
    assert cache.get(ASKED) is None
    assert (refused, cache.counts) == ([why], {"unsure": 1})


@FAILING
def test_deduplication_merges_nothing_and_says_why(model: Any, why: str) -> None:
    guard = duplicates(PolarityGuard(model, timeout=0.05))
    found = guard.neighbours(ASKED, [0.1, 0.2])
    assert [(each.verdict.outcome, each.verdict.evidence[0].note) for each in found] == [("unsure", why)] * 2
    assert duplicates(PolarityGuard(model, timeout=0.05)).duplicate_of(ASKED, [0.1, 0.2]) is None


def test_with_a_model_that_works_both_let_the_pair_through() -> None:
    guard = PolarityGuard(Works())
    assert GuardedCache(lambda question: (CACHED, "yes", 0.99), guard).get(ASKED) is not None
    assert duplicates(guard).duplicate_of(ASKED, [0.1, 0.2]) is not None
