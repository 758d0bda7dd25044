"""``timeout`` bounds a whole search, whatever is slow in it.

What is slow waits here until the test is over, or until long after the timeout: a search that waited for it would end
behind it, or with an error that names a later step.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from fakes.answering import Answering
from fakes.vectors import HashEncoder

from esneg.clusters import Capabilities
from esneg.search import HybridSearcher, LexicalLeg
from esneg.search.deadline import OutOfTime
from esneg.search.legs import match

TIMEOUT = 0.3
WORDS = (LexicalLeg(match(["text"])), LexicalLeg(match(["title"]), name="titles"))


class Delay:
    """Makes one point wait.

    Attributes:
        at: the point.
        reached: whether something has come to it,
        passed: and has waited to the end.
        over: set when it need not wait any more.
    """

    def __init__(self, at: str) -> None:
        self.at = at
        self.reached = False
        self.passed = False
        self.over = threading.Event()

    def __call__(self, point: str) -> None:
        if point == self.at:
            self.reached = True
            self.over.wait(20)
            self.passed = True


class Slow(Answering):
    def __init__(self, delay: Delay) -> None:
        super().__init__("a", "b")
        self.delay = delay

    def capabilities(self) -> Capabilities:
        self.delay("capabilities")
        return super().capabilities()

    def request(self, method: str, path: str, **options: Any) -> Any:
        point = path.rpartition("/")[2]
        self.delay("pipeline" if "/pipeline/" in path else "engine" if "search" in point else point)
        return super().request(method, path, **options)


@pytest.fixture
def delay(request: pytest.FixtureRequest) -> Iterator[Delay]:
    made = Delay(request.param)
    yield made
    made.over.set()


def searcher(delay: Delay, **options: Any) -> HybridSearcher:
    class Encoder(HashEncoder):
        def encode_queries(self, texts: list[str]) -> list[list[float]]:
            delay("encoder")
            return super().encode_queries(texts)

    return HybridSearcher(Slow(delay), "docs", encoder=Encoder(), **options)


@pytest.mark.parametrize(
    ("delay", "options", "step"),
    [
        ("_mapping", {}, "looking at the index"),
        ("capabilities", {"legs": WORDS}, "asking what the cluster can do"),
        ("pipeline", {"pipeline": "esneg-rrf"}, "seeing to the search pipeline"),
        ("encoder", {}, "encoding the question"),
        ("engine", {}, "asking the engine"),
    ],
    indirect=["delay"],
)
def test_a_search_ends_within_its_time_and_says_what_was_slow(
    delay: Delay, options: dict[str, Any], step: str
) -> None:
    with pytest.raises(OutOfTime, match=f"not done within 0.3 s: it ended while {step}"):
        searcher(delay, **options).search("question", timeout=TIMEOUT)

    assert delay.reached
    assert not delay.passed


@pytest.mark.parametrize("delay", ["re-ranker"], indirect=True)
@pytest.mark.parametrize("strict", [False, True])
def test_a_slow_reranker_costs_its_order_and_not_the_hits_unless_it_must_not(
    delay: Delay, strict: bool
) -> None:
    def reversing(question: str, passages: Sequence[str]) -> list[float]:
        delay("re-ranker")
        return [float(at) for at in range(len(passages))]

    slow = searcher(delay, legs=["bm25"], reranker=reversing)

    if strict:
        with pytest.raises(OutOfTime, match="it ended while re-ranking"):
            slow.search("question", timeout=TIMEOUT, strict=True)
    else:
        result = slow.search("question", timeout=TIMEOUT)
        assert result.ids == ["a", "b"]
        (warning,) = result.warnings
        assert "it ended while re-ranking; the hits stand in fused order" in warning
    assert delay.reached
    assert not delay.passed


@pytest.mark.parametrize("delay", ["nothing"], indirect=True)
def test_a_search_that_nothing_slows_down_is_done_in_time(delay: Delay) -> None:
    assert searcher(delay, pipeline="esneg-rrf").search("question", timeout=20, explain=False).ids == [
        "a",
        "b",
    ]
