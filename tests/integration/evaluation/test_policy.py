"""The engine-backed suites on real engines, with vectors that the test chooses and answers computed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.encoders import TableEncoder, at

from esneg.errors import EsnegError
from esneg.evaluation.data import Dataset
from esneg.evaluation.indexed import indexed
from esneg.evaluation.items import Collection, PolicyItem
from esneg.evaluation.model import SuiteResult
from esneg.evaluation.suites import suite
from esneg.evaluation.suites.base import Context, Named

pytestmark = [pytest.mark.engines("opensearch-3.5", "elasticsearch-8.19"), pytest.mark.needs("knn")]

PARKING = PolicyItem(
    "parking", "Parking is included.", "Parking is not included.", "parking included", "parking not included"
)
PETS = PolicyItem(
    "pets", "Pets travel with us.", "We never take pets.", "pets travel", "never pets", "dog", cue=True
)

# Dense: parking prefers the affirmative passage for both questions; pets is right for both.
ENCODER = TableEncoder(
    {
        "parking included": [1.0, 0.0],
        "parking not included": [1.0, 0.0],
        "pets travel": [0.0, 1.0],
        "never pets": [0.0, -1.0],
        "dog": [0.0, 1.0],
    },
    {
        "Parking is included.": at(0.95),
        "Parking is not included.": at(0.90),
        "Pets travel with us.": [0.1, 0.99],
        "We never take pets.": [0.1, -0.99],
    },
)


def rerank(query: str, candidates: Sequence[str]) -> list[float]:
    """Knows the word "not"."""
    return [1.0 if ("not" in query.split()) == ("not" in each.split()) else 0.0 for each in candidates]


class Polarity:
    """Takes every passage with "never" for the opposite, but for questions with "never"."""

    def p_opposite(self, question: str, passages: Sequence[str]) -> list[float]:
        return [float(("never" in each) != ("never" in question)) for each in passages]


def measure(engine: RunningEngine, items: list[Any], **models: Any) -> tuple[SuiteResult, Context]:
    context = Context([Named("table", ENCODER)], cluster=engine.cluster, **models)
    result = suite("policy").measure(Dataset("policy", "test", "jsonl", "0", items), context)
    return result, context


def figures(result: SuiteResult, stage: str) -> dict[str, float | None]:
    rows = next(table for table in result.tables if table.name == "stages").rows
    (row,) = [row for row in rows if (row.labels["stage"], row.labels["split"]) == (stage, "all")]
    return {figure.name: figure.value for figure in row.figures}


def own_indices(engine: RunningEngine) -> set[str]:
    answer = engine.cluster.request("GET", "/_cat/indices/esneg-eval-*", params={"format": "json"})
    return {each["index"] for each in answer}


def test_stages_by_hand_and_no_index_stays_behind(engine: RunningEngine) -> None:
    before = own_indices(engine)
    result, context = measure(
        engine, [PARKING, PETS], rerankers=[Named("rr", rerank)], polarity=Named("pol", Polarity())
    )
    assert own_indices(engine) <= before
    dense = figures(result, "dense")
    assert (dense["question"], dense["opposite"], dense["both right"], dense["ties"]) == (1, 1 / 2, 1 / 2, 0)
    # "Parking is [not] included" are one text to the stock analyzer: both questions tie. "never" it keeps.
    stock = figures(result, "bm25 stock")
    assert (stock["both right"], stock["ties"]) == (1 / 2, 2 / 4)
    assert figures(result, "bm25 esneg")["both right"] == 1
    # The re-ranker tells "not" apart, and nothing of pets; the polarity model does that.
    assert figures(result, "rrf esneg+rerank (rr)")["both right"] == 1 / 2
    assert figures(result, "rrf esneg+rerank+polarity (rr)")["both right"] == 1
    assert len({outcome.labels["stage"] for outcome in result.outcomes}) == 9
    assert result.notes == ()
    assert len(context.runs) == 9


def test_stages_without_a_model_are_left_out_and_named(engine: RunningEngine) -> None:
    result, _ = measure(engine, [PARKING])
    assert result.notes == (
        "not run, since there is no re-ranker: rrf esneg+rerank; rrf esneg+rerank+polarity",
    )


def test_the_same_run_twice_gives_the_same_numbers(engine: RunningEngine) -> None:
    assert measure(engine, [PARKING, PETS])[0] == measure(engine, [PARKING, PETS])[0]


def test_the_index_goes_when_something_fails_inside(engine: RunningEngine) -> None:
    before = own_indices(engine)

    def fail_inside() -> None:
        with indexed(engine.cluster, {"a": "A."}, [], language="en") as index:
            assert index in own_indices(engine)
            raise InterruptedError

    with pytest.raises(InterruptedError):
        fail_inside()
    assert own_indices(engine) <= before


def test_a_passage_that_the_engine_refuses_is_named(engine: RunningEngine) -> None:
    short = TableEncoder({"q": [1.0, 0.0]}, {"A.": [1.0, 0.0, 0.0]})
    with (
        pytest.raises(EsnegError, match="refused 1 passages, the first one a"),
        indexed(engine.cluster, {"a": "A."}, [Named("short", short)], language="en"),
    ):
        pass


def test_a_collection_with_judgements_is_measured_stage_by_stage(engine: RunningEngine) -> None:
    passages = {item.id: item.passage for item in (PARKING, PETS)}
    queries = {"q1": "parking included", "q2": "pets travel"}
    collection = Collection(passages, queries, {"q1": {"parking": 1}, "q2": {"parking": 1}}, ("left out: x",))
    context = Context([Named("table", ENCODER)], cluster=engine.cluster)
    result = suite("retrieval").measure(
        Dataset("retrieval", "toy", "trec", "0", collection, collection.ignored), context
    )
    rows = {row.labels["stage"]: row for row in result.tables[0].rows}
    # Words: q1 finds its passage first; q2 finds the other passage alone. Vectors rank all: q2's is second.
    words, dense = rows["bm25 esneg"].figure("RR@10"), rows["dense"].figure("RR@10")
    assert words is not None
    assert dense is not None
    assert (words.value, dense.value) == (1 / 2, 3 / 4)
    assert result.notes[0] == "left out: x"
