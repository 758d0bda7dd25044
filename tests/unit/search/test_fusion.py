"""Reciprocal rank fusion."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.search.fusion import Rrf, best_first, tied

IDS = st.lists(st.sampled_from("abcdefghijklmnopqrst"), unique=True, max_size=20)
RANKINGS = st.lists(IDS, min_size=1, max_size=4)


def by_hand(rankings: list[list[str]], constant: int = 60) -> dict[str, Fraction]:
    scores: dict[str, Fraction] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, 1):
            scores[name] = scores.get(name, Fraction(0)) + Fraction(1, constant + rank)
    return scores


@given(RANKINGS)
def test_a_score_is_the_sum_of_the_reciprocals_of_constant_plus_rank(rankings: list[list[str]]) -> None:
    fused = dict(Rrf().fuse(rankings))

    assert fused == {name: pytest.approx(float(score)) for name, score in by_hand(rankings).items()}


@given(RANKINGS)
def test_scores_fall_and_ties_go_by_id(rankings: list[list[str]]) -> None:
    fused = Rrf().fuse(rankings)

    for (one, higher), (other, lower) in itertools.pairwise(fused):
        assert higher > lower or tied(higher, lower)
        if tied(higher, lower):
            assert one < other


@given(RANKINGS, st.randoms(use_true_random=False))
def test_the_order_of_the_legs_changes_nothing(rankings: list[list[str]], random: object) -> None:
    shuffled = list(rankings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert [name for name, _ in Rrf().fuse(shuffled)] == [name for name, _ in Rrf().fuse(rankings)]


@given(IDS)
def test_one_leg_keeps_its_order(ranking: list[str]) -> None:
    assert [name for name, _ in Rrf().fuse([ranking])] == ranking


@given(RANKINGS, st.integers(1, 20))
def test_the_first_hits_are_the_same_when_no_more_are_wanted(rankings: list[list[str]], limit: int) -> None:
    assert Rrf().fuse(rankings, limit) == Rrf().fuse(rankings)[:limit]


@given(RANKINGS, st.integers(1, 20))
def test_what_lies_past_the_window_takes_no_part(rankings: list[list[str]], window: int) -> None:
    assert Rrf(window=window).fuse(rankings) == Rrf().fuse([each[:window] for each in rankings])


@given(st.lists(st.integers(1, 100), min_size=2, max_size=2), st.integers(2, 50))
def test_only_the_ratio_of_weights_matters(weights: list[int], factor: int) -> None:
    rankings = [["a", "b", "c"], ["c", "d"]]
    scaled = tuple(weight * factor for weight in weights)

    fused, again = (dict(Rrf(weights=each).fuse(rankings)) for each in (tuple(weights), scaled))

    assert fused == pytest.approx(again)


def test_a_leg_that_weighs_nothing_still_brings_its_hits_last() -> None:
    assert Rrf(weights=(1, 0)).fuse([["a"], ["b", "a"]]) == [("a", pytest.approx(1 / 61)), ("b", 0.0)]


def test_scores_that_a_float32_cannot_tell_apart_are_a_tie() -> None:
    nearly = 0.032522473
    assert best_first({"b": nearly + 3e-9, "a": nearly}) == [("a", nearly), ("b", nearly + 3e-9)]
    assert best_first({"b": nearly + 1e-6, "a": nearly})[0][0] == "b"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rank_constant": 0}, "rank_constant must be a whole number from 1"),
        ({"rank_constant": 1.5}, "rank_constant must be a whole number"),
        ({"window": 0}, "window must be a whole number from 1 to 10000"),
        ({"window": 10_001}, "window must be a whole number from 1 to 10000"),
        ({"weights": (0, 0)}, "the weights 0, 0 cannot be used"),
        ({"weights": (-1, 2)}, "the weights -1, 2 cannot be used"),
        ({"weights": (float("nan"), 1)}, "cannot be used"),
        ({"weights": ()}, "cannot be used"),
    ],
)
def test_values_that_an_engine_would_refuse_or_misread_are_refused(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        Rrf(**options)  # type: ignore[arg-type]
