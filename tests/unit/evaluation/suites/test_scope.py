"""Scope on vectors that a test chooses."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.encoders import TableEncoder, at

from esneg.errors import UsageError
from esneg.evaluation.data import Dataset
from esneg.evaluation.items import ScopeItem
from esneg.evaluation.model import SuiteResult
from esneg.evaluation.suites import suite
from esneg.evaluation.suites.base import Context, Named
from esneg.evaluation.suites.distances import DISTANCES, same_rankings

ITEMS = [
    ScopeItem("p", "propositional", "p1", "p2", "p1?", "p2?"),
    ScopeItem("n", "negation_quantifier", "weak", "strong", "weak?", "strong?", ambiguous="either"),
    ScopeItem("d", "distractor", text="far"),
]


def measure(queries: dict[str, list[float]], passages: dict[str, list[float]]) -> SuiteResult:
    return suite("scope").measure(
        Dataset("scope", "test", "jsonl", "0", ITEMS), Context([Named("e", TableEncoder(queries, passages))])
    )


@pytest.fixture
def result() -> SuiteResult:
    # Angles in the plane: a text's cosine to [1, 0] falls from p1 to far.
    passages = {
        "p1": at(0.99),
        "p2": at(0.90),
        "weak": at(0.80),
        "strong": at(0.80),
        "far": [0.0, 1.0],
        "either": at(0.9),
    }
    passages["strong"] = [-value for value in at(0.80)]
    queries = {"p1?": [1.0, 0.0], "p2?": [1.0, 0.0], "weak?": [1.0, 0.0], "strong?": [-1.0, 0.0]}
    return measure(queries, passages)


def values(result: SuiteResult, table: str, **labels: str) -> dict[str, float | None]:
    rows = next(each for each in result.tables if each.name == table).rows
    (found,) = [each for each in rows if labels.items() <= each.labels.items()]
    return {each.name: each.value for each in found.figures}


def test_a_pair_is_right_when_each_query_is_nearer_to_its_own_text(result: SuiteResult) -> None:
    propositional = values(result, "pairs", kind="propositional")
    assert (propositional["right"], propositional["both right"]) == (1 / 2, 0)
    assert propositional["margin"] == pytest.approx(0, abs=1e-6)  # +0.09 and -0.09
    assert values(result, "pairs", kind="negation_quantifier")["both right"] == 1
    assert values(result, "pairs", kind="all")["both right"] == 1 / 2


def test_the_rank_of_the_twin_is_counted_among_all_texts(result: SuiteResult) -> None:
    # Of "p1?" the twin is second, of "p2?" first; of "weak?" it is last of five, of "strong?" third.
    assert values(result, "pairs", kind="propositional")["twin in top 3"] == 1
    assert values(result, "pairs", kind="negation_quantifier")["twin in top 3"] == 1 / 2


def test_the_ambiguous_sentence_is_read_as_the_nearer_twin(result: SuiteResult) -> None:
    assert {name: values(result, "readings")[name] for name in ("weak", "strong", "tie")} == {
        "weak": 1, "strong": 0, "tie": 0
    }  # fmt: skip


def test_twins_with_one_vector_tie_exactly_and_are_not_right() -> None:
    same = {name: [1.0, 0.0] for name in ("p1", "p2", "weak", "strong", "far", "either")}
    result = measure({name: [1.0, 0.0] for name in ("p1?", "p2?", "weak?", "strong?")}, same)
    found = values(result, "pairs", kind="all")
    assert (found["exact ties"], found["narrow"], found["right"]) == (1, 1, 0)
    assert values(result, "readings")["tie"] == 1


def test_on_vectors_of_length_1_cosine_dot_product_and_euclidean_rank_alike(result: SuiteResult) -> None:
    assert "e: its vectors have length 1 already, so that raw and normalised are the same" in result.notes
    table = next(each for each in result.tables if each.name == "distances")
    assert len(table.rows) == 8
    alike = {row.figures[-1].text for row in table.rows if row.labels["distance"] != "manhattan"}
    assert alike == {"cosine, raw"}


def test_on_raw_vectors_of_several_lengths_the_dot_product_ranks_by_itself() -> None:
    queries, texts = np.array([[1.0, 0.2]]), np.array([[0.5, 0.1], [9.0, 9.0]])
    nearness = {name: near(queries, texts) for name, near in DISTANCES.items()}
    assert same_rankings(nearness) == [["cosine", "euclidean", "manhattan"], ["dot product"]]


def test_data_of_distractors_alone_is_refused() -> None:
    data = Dataset("scope", "test", "jsonl", "0", ITEMS[-1:])
    with pytest.raises(UsageError, match="holds distractors only"):
        suite("scope").measure(data, Context([Named("e", TableEncoder({"": [0.0]}))]))
