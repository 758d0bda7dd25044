"""Near-twins change places by polarity; nothing else moves."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.polarity_model.model import Judgement
from esneg.polarity_model.reranker import TwinReranker, TwinRule
from esneg.polarity_model.twins import Point
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import Reranker, Scores, order

SAME = Judgement(5.0, 0.9, 0.05, 0.05)
UNRELATED = Judgement(0.0, 0.05, 0.9, 0.05)
OPPOSITE = Judgement(0.0, 0.05, 0.05, 0.9)
ABOUT = frozenset({"drone", "park"})


def point(matched: frozenset[str] = ABOUT, coverage: float = 1.0) -> Point:
    return Point("", matched, coverage)


def test_an_opposite_gives_way_to_the_twin_that_says_the_same() -> None:
    assert TwinRule().order([point(), point()], [OPPOSITE, SAME]) == [1, 0]


def test_an_opposite_gives_way_to_its_twins_the_highest_ranking_first() -> None:
    judged = [OPPOSITE, SAME, SAME._replace(rank=7.0), SAME._replace(rank=7.0)]
    assert TwinRule().order([point()] * 4, judged) == [2, 1, 3, 0]


def test_the_passages_between_them_stay_where_they_are() -> None:
    found = [point(), point(frozenset(), 0.0), point()]
    assert TwinRule().order(found, [OPPOSITE, UNRELATED, SAME]) == [2, 1, 0]


@pytest.mark.parametrize(
    ("found", "polarities"),
    [
        ([point(), point()], [OPPOSITE, UNRELATED]),
        ([point(), point()], [UNRELATED, SAME]),
        ([point(), point()], [SAME, OPPOSITE]),
        ([point(), point(frozenset({"lake"}))], [OPPOSITE, SAME]),
        ([point(), point()], [OPPOSITE, SAME._replace(rank=0.5)]),
        ([point(), point()], [OPPOSITE, None]),
        ([point(), point()], [None, SAME]),
    ],
)
def test_without_a_twin_that_says_the_same_nothing_moves(found: list[Point], polarities: Any) -> None:
    assert TwinRule().order(found, polarities) == [0, 1]


_POLARITIES = st.sampled_from([SAME, UNRELATED, OPPOSITE])
_POINTS = st.builds(point, st.sampled_from([ABOUT, frozenset({"lake"}), frozenset()]), st.floats(0, 1))


@given(st.lists(st.tuples(_POINTS, _POLARITIES), max_size=12))
def test_every_passage_is_kept_once_and_none_that_says_the_same_falls(drawn: list[tuple[Point, Any]]) -> None:
    found, polarities = [d[0] for d in drawn], [d[1] for d in drawn]
    new = TwinRule().order(found, polarities)
    assert sorted(new) == list(range(len(drawn)))
    for place, at in enumerate(new):
        if polarities[at] is SAME:
            assert place <= at


class Reads:
    """A model that takes "not" for the opposite."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        self.asked += pairs
        return [SAME if ("not" in b.split()) == ("not" in a.split()) else OPPOSITE for a, b in pairs]


def ranked(question: str, passages: list[str], **rule: Any) -> tuple[list[str], Reads]:
    model = Reads()
    scores = TwinReranker(model, TwinRule(**rule)).score(question, passages, Deadline())
    return [passages[at] for at in order(scores.scores)], model


def test_the_model_sees_the_best_sentence_of_passages_that_have_a_say() -> None:
    passages = [
        "The shop sells maps.",
        "A lake. Drones may enter the park.",
        "Drones may not enter the park. It rains.",
    ]
    new, model = ranked("Where may drones not enter the park?", passages)
    assert new == [passages[0], passages[2], passages[1]]
    assert {b for _, b in model.asked} == {"Drones may enter the park.", "Drones may not enter the park."}


def test_what_lies_past_the_depth_keeps_its_place() -> None:
    passages = ["Drones enter the park.", "Rain.", "Drones do not enter the park."]
    assert ranked("Where do drones not enter the park?", passages, depth=2)[0] == passages


def test_a_question_in_a_language_that_the_model_does_not_read_keeps_the_order() -> None:
    new, model = ranked("Drohnen Park nicht", ["Drohnen Park", "Drohnen Park nicht"])
    assert (new, model.asked) == (["Drohnen Park", "Drohnen Park nicht"], [])


@pytest.mark.parametrize("passages", [[], ["Drones enter the park."]])
def test_none_or_one_passage(passages: list[str]) -> None:
    assert ranked("Which drones enter the park?", passages)[0] == passages


def test_a_depth_of_one_has_no_twins() -> None:
    with pytest.raises(UsageError, match="at least 2"):
        TwinRule(depth=1)


class _Fixed(Reranker):
    """A re-ranker with scores of its own."""

    def __init__(self, *scores: float) -> None:
        self._scores = scores

    def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
        return Scores(list(self._scores), truncated=1)


def test_over_another_reranker_its_order_is_settled_and_its_scores_stay() -> None:
    asked = "Which park does not allow drones?"
    passages = ["Drones may not fly in Quarry Park.", "Drones may fly in Alder Park.", "The lake is deep."]
    says = {passages[0]: SAME, passages[1]: OPPOSITE, passages[2]: UNRELATED}

    class Model:
        def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
            return [says[text] for _, text in pairs]

    found = TwinReranker(Model(), over=_Fixed(2.0, 7.0, 5.0)).score(asked, passages, Deadline())
    assert (list(found.scores), found.truncated) == ([7.0, 2.0, 5.0], 1)


def test_passages_that_the_other_reranker_left_out_stay_at_the_end() -> None:
    class Model:
        def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
            return [OPPOSITE if "Alder" in text else SAME for _, text in pairs]

    passages = ["Drones may fly in Alder Park.", "Drones may not fly in Quarry Park."]
    scores = (
        TwinReranker(Model(), over=_Fixed(1.0, math.nan))
        .score("no drones in which park", passages, Deadline())
        .scores
    )
    assert scores[0] == 1.0
    assert math.isnan(scores[1])


def test_a_statement_keeps_the_order_of_the_search() -> None:
    class Model:
        def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
            return [OPPOSITE if "Alder" in text else SAME for _, text in pairs]

    passages = ["Drones may fly in Alder Park.", "Drones may not fly in Quarry Park."]
    reranker = TwinReranker(Model())
    settled = [
        order(reranker.score(query, passages, Deadline()).scores)
        for query in ("Which park does not allow drones?", "The park does not allow drones.")
    ]
    assert settled == [[1, 0], [0, 1]]
