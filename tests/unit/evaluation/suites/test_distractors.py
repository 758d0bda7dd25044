"""Distractors on scores that a test chooses; the orientation (query, candidate) is pinned."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fakes.encoders import TableEncoder, at

from esneg.evaluation.data import Dataset
from esneg.evaluation.items import DistractorItem
from esneg.evaluation.model import Row, SuiteResult
from esneg.evaluation.suites import suite
from esneg.evaluation.suites.base import Context, Named

ITEMS = [
    DistractorItem("1", "negation", {"question": "q1?", "keywords": "q1"}, "p1", "n1"),
    DistractorItem("2", "negation", {"question": "q2?", "keywords": "q2"}, "p2", "n2"),
    DistractorItem("1t", "time", {"question": "q1?", "keywords": "q1"}, "p1", "t1"),
]
# (query, candidate) -> score; what is not here scores 0.
SCORES = {
    ("q1?", "p1"): 0.9, ("q1?", "n1"): 0.8, ("q1?", "p2"): 0.95, ("q1?", "t1"): 0.9,
    ("q1", "p1"): 0.5, ("q1", "n1"): 0.7,
    ("q2?", "p2"): 0.6, ("q2?", "n2"): 0.2,
    ("q2", "p2"): 0.6, ("q2", "n2"): 0.5,
}  # fmt: skip


class Reranker:
    def __init__(self) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    def __call__(self, query: str, candidates: Sequence[str]) -> list[float]:
        self.asked.append((query, tuple(candidates)))
        return [SCORES.get((query, candidate), 0.0) for candidate in candidates]


def encoder() -> TableEncoder:
    """Queries along the axis; the passages' cosine is their score, whatever the query."""
    queries = {query: [1.0, 0.0] for query in ("q1?", "q1", "q2?", "q2")}
    passages = {name: at(score) for name, score in
                {"p1": 0.9, "p2": 0.8, "n1": 0.95, "n2": 0.1, "t1": 0.2}.items()}  # fmt: skip
    return TableEncoder(queries, passages)


@pytest.fixture
def reranker() -> Reranker:
    return Reranker()


@pytest.fixture
def result(reranker: Reranker) -> SuiteResult:
    data = Dataset("distractors", "test", "jsonl", "0", ITEMS)
    return suite("distractors").measure(data, Context([Named("enc", encoder())], [Named("rr", reranker)]))


def values(result: SuiteResult, table: str, **labels: str) -> dict[str, float | None]:
    rows: Sequence[Row] = next(each for each in result.tables if each.name == table).rows
    (found,) = [each for each in rows if labels.items() <= each.labels.items()]
    return {each.name: each.value for each in found.figures} | {"n": found.figures[0].n}


def test_by_hand_for_a_reranker(result: SuiteResult) -> None:
    found = values(result, "types", model="rr", type="negation")
    # Margins 0.1 (q1?), -0.2 (q1), 0.4 (q2?), 0.1 (q2): one win of four.
    assert found["distractor wins"] == 1 / 4
    assert found["margin 50%"] == pytest.approx(0.1)
    # "q1?" finds p2 above p1, "q1" the distractor: two of four are first.
    assert found["Recall@1"] == 2 / 4
    assert found["n"] == 4


def test_a_tie_is_no_win_and_counts_as_a_tie(result: SuiteResult) -> None:
    found = values(result, "styles", model="rr", type="time", style="question")
    assert (found["distractor wins"], found["ties"], found["Recall@1"]) == (0, 1, 0)


def test_by_hand_for_an_encoder(result: SuiteResult) -> None:
    found = values(result, "types", model="enc", type="negation")
    # n1 (0.95) beats p1 (0.9) in both styles; n2 never beats p2; p1 (0.9) is above p2 (0.8) for q2 as well.
    assert (found["distractor wins"], found["Recall@1"]) == (2 / 4, 0)


def test_a_reranker_reads_the_query_first_and_the_candidates_second(
    result: SuiteResult, reranker: Reranker
) -> None:
    assert {query for query, _ in reranker.asked} == {"q1?", "q1", "q2?", "q2"}
    assert all(set(candidates) <= {"p1", "p2", "n1", "n2", "t1"} for _, candidates in reranker.asked)


def test_each_query_goes_to_the_reranker_once_with_its_candidates_in_the_encoders_order(
    result: SuiteResult, reranker: Reranker
) -> None:
    assert sorted(reranker.asked) == [
        ("q1", ("n1", "p1", "p2", "t1")),
        ("q1?", ("n1", "p1", "p2", "t1")),
        ("q2", ("p1", "p2", "n2")),
        ("q2?", ("p1", "p2", "n2")),
    ]


def test_an_encoder_encodes_queries_as_queries_and_candidates_as_passages() -> None:
    swapped = TableEncoder({"p1": [1.0]}, {"q1?": [1.0]})
    with pytest.raises(KeyError):
        suite("distractors").measure(
            Dataset("distractors", "test", "jsonl", "0", ITEMS), Context([Named("enc", swapped)])
        )


def test_models_are_compared_item_by_item_with_the_styles_of_an_item_taken_together(
    result: SuiteResult,
) -> None:
    negation = next(each for each in result.comparisons if each.measure == "distractor wins (negation)")
    # Items: enc loses 2 of 2 and 0 of 2, rr 1 of 2 and 0 of 2.
    assert (negation.n, negation.difference) == (2, pytest.approx(0.25))


def test_the_worst_are_the_wins_of_the_distractor(result: SuiteResult) -> None:
    assert [each.item for each in result.worst if "rr: passage" in each.scores] == ["1/keywords"]
