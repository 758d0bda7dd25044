"""Fusion inside an engine and in Python are one ranking, whatever order the engine gives ties in."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from typing import Any

import pytest
from fakes.replay import OPENSEARCH, ReplayCluster
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import RequestFailed
from esneg.search.answers import RawHit
from esneg.search.engine_fusion import fuse_in_engine
from esneg.search.fusion import Rrf, tied_groups
from esneg.search.legs import LexicalQuery
from esneg.search.question import Found, Question

RANKINGS = st.lists(
    st.lists(st.sampled_from("abcdefghijklmno"), unique=True, max_size=15), min_size=2, max_size=3
)
WINDOW = 20  # more than there are documents, where a test says nothing else: no tie is cut


def float32(number: float) -> float:
    """As the engines compute."""
    rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    return rounded


class Engine:
    """Fuses as the engines do: in float32, legs added in any order, ties in any order.

    It is the dialect and the way to the cluster in one.

    Attributes:
        asked: the size of each fused search, and "legs" where the legs were asked.
        shown: the hits of the last fused search.
    """

    def __init__(
        self, rankings: Sequence[Sequence[str]], chance: random.Random, window: int = WINDOW
    ) -> None:
        self.rankings = rankings
        self.cut = [ranking[:window] for ranking in rankings]
        self.chance = chance
        self.asked: list[int | str] = []
        self.shown: list[Found] = []
        self.cluster = ReplayCluster(OPENSEARCH, [])

    def fused(self, asker: Any, question: Question, size: int) -> list[Found]:
        self.asked.append(size)
        names = sorted({name for ranking in self.cut for name in ranking})
        self.chance.shuffle(names)
        scores = {name: self.score(name) for name in names}
        found = sorted(names, key=lambda name: -scores[name])[:size]
        self.shown = [Found(raw(name, scores[name]), scores[name]) for name in found]
        return self.shown

    def deepest(self, question: Question) -> int:
        return question.fusion.window

    def score(self, name: str) -> float:
        score = 0.0
        for ranking in self.chance.sample(self.cut, len(self.cut)):
            if name in ranking:
                score = float32(score + float32(1 / (60 + ranking.index(name) + 1)))
        return score

    def leg_body(self, *asked: Any) -> dict[str, Any]:
        return {}

    def takes_part(self, hit: RawHit) -> bool:
        return True

    def msearch(self, index: str, bodies: Sequence[Any]) -> dict[str, Any]:
        self.asked.append("legs")
        return {"responses": [answer(ranking) for ranking in self.cut]}


class Deeper(Engine):
    """Shows all that the legs find, as OpenSearch does; an Elasticsearch shows the window."""

    def deepest(self, question: Question) -> int:
        return len(question.legs) * question.fusion.window


def raw(name: str, score: float) -> RawHit:
    return RawHit(f"{name}\0i", name, "i", score, {})


def answer(ranking: Sequence[str]) -> dict[str, Any]:
    hits = [{"_id": name, "_index": "i", "_score": 1 / (at + 1)} for at, name in enumerate(ranking)]
    return {"_shards": {"total": 1, "successful": 1}, "hits": {"hits": hits}}


def question(legs: int = 2, window: int = WINDOW, *, explain: bool = True) -> Question:
    queries = tuple(LexicalQuery(f"leg{number}", {}) for number in range(legs))
    return Question("i", queries, Rrf(window=window), explain=explain)


def fuse(engine: Engine, need: int, window: int = WINDOW, **options: Any) -> list[Found]:
    asked = question(len(engine.rankings), window, **options)
    return fuse_in_engine(engine, engine, asked, need)  # type: ignore[arg-type]


def ids(found: Sequence[Found]) -> list[str]:
    return [each.hit.id for each in found]


@pytest.mark.parametrize("kind", [Engine, Deeper])
@given(st.data(), RANKINGS, st.sampled_from([1, 2, 3, 5, WINDOW]), st.randoms(use_true_random=False))
def test_both_ways_give_the_same_hits_in_the_same_order(
    kind: type[Engine], data: st.DataObject, rankings: list[list[str]], window: int, chance: random.Random
) -> None:
    need = data.draw(st.integers(1, window))

    found = fuse(kind(rankings, chance, window), need, window)[:need]

    expected = Rrf(window=window).fuse(rankings)[:need]
    assert ids(found) == [name for name, _ in expected]
    assert [each.score for each in found] == pytest.approx([score for _, score in expected], abs=1e-7)


@given(RANKINGS, st.integers(1, 5), st.randoms(use_true_random=False))
def test_what_stands_before_the_tie_that_the_legs_settle_is_the_engines(
    rankings: list[list[str]], window: int, chance: random.Random
) -> None:
    engine = Engine(rankings, chance, window)

    found = fuse(engine, window, window)

    groups = list(tied_groups({each.hit.id: each.score for each in engine.shown}))
    sure = sum(len(group) for group in groups[:-1])
    assert {id(each) for each in found[:sure]} == {id(each) for each in engine.shown[:sure]}
    shown = {each.hit.id: each for each in engine.shown}
    assert all(each is shown.get(each.hit.id, each) for each in found)


@pytest.mark.parametrize(
    ("rankings", "ids_found"),
    [
        ([["z", "y"], ["z", "a"]], ["z", "a", "y"]),
        (
            [["z", "y"], ["z", "a"], ["b", "z"]],
            ["z", "b"],
        ),  # "a" and "y" follow, and tie with one another only
    ],
)
def test_the_legs_add_what_ties_with_the_last_hit_shown_and_nothing_else(
    rankings: list[list[str]], ids_found: list[str]
) -> None:
    engine = Engine(rankings, random.Random(1), window=2)

    assert ids(fuse(engine, 2, window=2)) == ids_found
    assert engine.asked == [2, "legs"]


def test_what_the_legs_find_otherwise_in_the_meantime_moves_nothing_that_stands_before_the_tie() -> None:
    class Changing(Engine):
        def msearch(self, index: str, bodies: Sequence[Any]) -> dict[str, Any]:
            self.cut = [["n", "a"], ["n", "z"]]
            return super().msearch(index, bodies)

    changing = Changing([["z", "a"], ["z"]], random.Random(1), window=2)

    assert ids(fuse(changing, 2, window=2)) == ["z", "a"]


@pytest.mark.parametrize("explain", [True, False])
def test_a_hit_that_the_legs_add_has_places_when_they_are_asked_for(explain: bool) -> None:
    engine = Engine([["y"], ["a"]], random.Random(1), window=1)

    added = {each.hit.id: each for each in fuse(engine, 1, window=1, explain=explain)}

    (other,) = {"a", "y"} - {engine.shown[0].hit.id}
    assert bool(added[other].legs) == explain


def test_a_tie_that_begins_within_the_page_and_reaches_the_end_of_the_window_is_settled_by_the_legs() -> None:
    last_first = random.Random(1)
    last_first.shuffle = lambda names: names.reverse()  # type: ignore[method-assign]
    engine = Engine([["c", "z"], ["b", "y"], ["a", "x"]], last_first, window=2)

    assert ids(fuse(engine, 1, window=2)) == ["a", "b", "c"]
    assert engine.asked == [2, "legs"]


def test_more_is_asked_for_only_when_the_page_would_cut_through_a_tie() -> None:
    apart = Engine([["a", "b", "c"], ["a", "b"]], random.Random(1))
    fuse(apart, 1)
    cut = Engine([["a", "b"], ["b", "a"]], random.Random(1))
    fuse(cut, 1)
    all_there_is = Deeper([["a"], ["b"]], random.Random(1), window=1)
    fuse(all_there_is, 1, window=1)

    assert apart.asked == [2]
    assert cut.asked == [2, WINDOW]
    assert all_there_is.asked == [2]


@pytest.mark.parametrize(
    "rows",
    [
        [("b", 9549512000.0), ("b", 4422440400.0), ("b", 3.4)],
        [("a", 0.03), ("a", 0.02)],
    ],
)
def test_rows_that_no_fusion_gives_are_refused(rows: list[tuple[str, float]]) -> None:
    class Unfused:
        def deepest(self, question: Question) -> int:
            return question.fusion.window

        def fused(self, asker: Any, question: Question, size: int) -> list[Found]:
            return [Found(raw(name, score), score) for name, score in rows]

    with pytest.raises(RequestFailed, match="did not fuse the legs"):
        fuse_in_engine(Unfused(), None, question(), 2)  # type: ignore[arg-type]


def test_an_index_that_allows_no_more_than_the_window_is_asked_for_the_window() -> None:
    class Small(Deeper):
        def fused(self, asker: Any, question: Question, size: int) -> list[Found]:
            found = super().fused(asker, question, size)
            if size > WINDOW:
                raise RequestFailed("refused", status=400, reason="limited by [index.max_result_window]")
            return found

    cut = Small([["a", "b"], ["b", "a"]], random.Random(1))

    assert ids(fuse(cut, 1)) == ["a", "b"]
    assert cut.asked == [2, 2 * WINDOW, WINDOW]
