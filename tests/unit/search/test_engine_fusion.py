"""Fusion inside an engine and in Python are one ranking, whatever order the engine gives ties in."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import RequestFailed
from esneg.search.answers import RawHit
from esneg.search.engine_fusion import fuse_in_engine
from esneg.search.fusion import Rrf
from esneg.search.legs import LexicalQuery
from esneg.search.question import Found, Question

RANKINGS = st.lists(
    st.lists(st.sampled_from("abcdefghijklmno"), unique=True, max_size=15), min_size=2, max_size=3
)
WINDOW = 20  # more than there are documents: what lies past the window, no engine returns


def float32(number: float) -> float:
    """As the engines compute."""
    rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    return rounded


class Engine:
    """Fuses as the engines do: in float32, legs added in any order, ties in any order."""

    def __init__(self, rankings: Sequence[Sequence[str]], chance: random.Random) -> None:
        self.rankings = rankings
        self.chance = chance
        self.sizes: list[int] = []

    def fused(self, asker: Any, question: Question, size: int) -> list[Found]:
        self.sizes.append(size)
        names = sorted({name for ranking in self.rankings for name in ranking})
        self.chance.shuffle(names)
        scores = {name: self.score(name) for name in names}
        found = sorted(names, key=lambda name: -scores[name])[:size]
        return [Found(RawHit(name, name, "i", scores[name], {}), scores[name]) for name in found]

    def deepest(self, question: Question) -> int:
        return question.fusion.window

    def score(self, name: str) -> float:
        score = 0.0
        for ranking in self.chance.sample(self.rankings, len(self.rankings)):
            if name in ranking:
                score = float32(score + float32(1 / (60 + ranking.index(name) + 1)))
        return score


def question() -> Question:
    return Question("i", (LexicalQuery("bm25", {}), LexicalQuery("dense", {})), Rrf(window=WINDOW))


@given(RANKINGS, st.integers(1, 15), st.randoms(use_true_random=False))
def test_both_ways_give_the_same_hits_in_the_same_order(
    rankings: list[list[str]], need: int, chance: random.Random
) -> None:
    engine = Engine(rankings, chance)

    found = fuse_in_engine(engine, None, question(), need)[:need]  # type: ignore[arg-type]

    expected = Rrf(window=WINDOW).fuse(rankings)[:need]
    assert [each.hit.id for each in found] == [name for name, _ in expected]
    assert [each.score for each in found] == pytest.approx([score for _, score in expected], abs=1e-7)


def test_the_window_is_asked_for_only_when_the_page_would_cut_through_a_tie() -> None:
    apart = Engine([["a", "b", "c"], ["a", "b"]], random.Random(1))
    fuse_in_engine(apart, None, question(), 1)  # type: ignore[arg-type]
    cut = Engine([["a", "b"], ["b", "a"]], random.Random(1))
    fuse_in_engine(cut, None, question(), 1)  # type: ignore[arg-type]

    assert apart.sizes == [2]
    assert cut.sizes == [2, WINDOW]


@pytest.mark.parametrize(
    "rows",
    [
        [("b", -9549512000.0), ("b", -4422440400.0), ("b", 3.4)],  # as OpenSearch gives them
        [("a", 0.03), ("a", 0.02)],
        [("a", -1.0)],
    ],
)
def test_rows_that_no_fusion_gives_are_refused(rows: list[tuple[str, float]]) -> None:
    class Unfused:
        def deepest(self, question: Question) -> int:
            return question.fusion.window

        def fused(self, asker: Any, question: Question, size: int) -> list[Found]:
            return [Found(RawHit(name, name, "i", score, {}), score) for name, score in rows]

    with pytest.raises(RequestFailed, match="did not fuse the legs"):
        fuse_in_engine(Unfused(), None, question(), 2)  # type: ignore[arg-type]


def test_an_index_that_allows_no_more_than_the_window_is_asked_for_the_window() -> None:
    class Small(Engine):
        def deepest(self, question: Question) -> int:
            return 2 * WINDOW

        def fused(self, asker: Any, question: Question, size: int) -> list[Found]:
            found = super().fused(asker, question, size)
            if size > WINDOW:
                raise RequestFailed("refused", status=400, reason="limited by [index.max_result_window]")
            return found

    cut = Small([["a", "b"], ["b", "a"]], random.Random(1))

    found = fuse_in_engine(cut, None, question(), 1)  # type: ignore[arg-type]

    assert [each.hit.id for each in found] == ["a", "b"]
    assert cut.sizes == [2, 2 * WINDOW, WINDOW]
