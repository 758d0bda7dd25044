"""Who stands before whom, and the measures that follow from it."""

from __future__ import annotations

import pytest

from esneg.evaluation.measures import per_query, trec_run
from esneg.evaluation.ranking import NO_ENCODER, Position, Ranked, Ranking, nearer, window
from esneg.evaluation.stages import STAGES, Stage


def ranking(*scores: tuple[str, float]) -> Ranking:
    return {name: Position(rank, 0, score) for rank, (name, score) in enumerate(scores, start=1)}


def test_the_higher_score_stands_before_strictly() -> None:
    found = ranking(("a", 2.0), ("b", 1.0))
    assert (nearer(found, "a", "b"), nearer(found, "b", "a")) == (1, -1)


def test_equal_scores_tie_whatever_their_ranks_also_up_to_float32() -> None:
    assert nearer(ranking(("a", 1.0), ("b", 1.0)), "a", "b") == 0
    assert nearer(ranking(("a", 1 / 61 + 1 / 62), ("b", 1 / 61 + 1 / 62 - 1e-9)), "a", "b") == 0


def test_what_was_found_stands_before_what_was_not_and_two_that_were_not_tie() -> None:
    found = ranking(("a", 2.0))
    assert (nearer(found, "a", "x"), nearer(found, "x", "a"), nearer(found, "x", "y")) == (1, -1, 0)


def test_a_tier_counts_before_any_score() -> None:
    reranked, demoted, behind = Position(1, 2, -5.0), Position(2, 1, 9.0), Position(3, 0, 99.0)
    found = {"r": reranked, "d": demoted, "b": behind}
    assert [nearer(found, *pair) for pair in (("r", "d"), ("d", "b"), ("b", "r"))] == [1, 1, -1]


def test_the_window_holds_all_passages_within_limits() -> None:
    assert [window(each) for each in (10, 136, 5000)] == [100, 136, 1000]


def test_measures_are_those_of_ir_measures_and_count_what_found_nothing() -> None:
    qrels = {"q1": {"a": 1}, "q2": {"b": 1}, "q3": {"c": 1}}
    rankings = {"q1": ranking(("a", 2.0), ("b", 1.0)), "q2": ranking(("a", 2.0), ("b", 1.0))}
    found = per_query(["R@1", "RR"], qrels, rankings)
    assert found == {"R@1": {"q1": 1, "q2": 0, "q3": 0}, "RR": {"q1": 1, "q2": 0.5, "q3": 0}}


def test_among_equal_scores_the_rank_that_a_user_saw_counts() -> None:
    tied = {"q": ranking(("b", 1.0), ("a", 1.0))}
    assert per_query(["R@1"], {"q": {"b": 1}}, tied)["R@1"] == {"q": 1}


def test_a_run_file_is_in_trecs_format_with_falling_scores() -> None:
    lines = list(trec_run({"q": ranking(("a", 9.0), ("b", 9.0))}, "esneg"))
    assert lines == ["q Q0 a 1 1.00000000 esneg\n", "q Q0 b 2 0.50000000 esneg\n"]


def test_stages_name_only_stages_to_be_tested_against() -> None:
    names = [stage.name for stage in STAGES]
    assert len(set(names)) == len(names) == 9
    assert {each for stage in STAGES for each in stage.against} <= set(names)


def ranked(name: str, encoder: str, reranker: str = "") -> Ranked:
    stage = next(stage for stage in STAGES if stage.name == name)
    return Ranked(stage, encoder, reranker, {})


def test_stages_are_tested_against_those_with_the_same_models() -> None:
    fused = ranked("rrf stock", "one")
    assert fused.is_tested_against(ranked("dense", "one"))
    assert fused.is_tested_against(ranked("bm25 stock", NO_ENCODER))
    assert not fused.is_tested_against(ranked("dense", "two"))
    assert not fused.is_tested_against(ranked("bm25 esneg", NO_ENCODER))
    judged = ranked("rrf esneg+rerank+polarity", "one", "x")
    assert judged.is_tested_against(ranked("rrf esneg+rerank", "one", "x"))
    assert not judged.is_tested_against(ranked("rrf esneg+rerank", "one", "y"))


@pytest.mark.parametrize(
    ("encoder", "reranker", "name"),
    [
        ("org/model", "", "policy.org-model.s-t"),
        (NO_ENCODER, "", "policy.-.s-t"),
        ("m", "../../etc", "policy.m.s-t-..-..-etc"),
    ],
)
def test_a_run_files_name_stays_in_its_folder(encoder: str, reranker: str, name: str) -> None:
    assert Ranked(Stage("s t"), encoder, reranker, {}).run_name("policy") == name
