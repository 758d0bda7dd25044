from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.analysis.polarity import GAP
from esneg.errors import UsageError
from esneg.negation import available
from esneg.search.polarity import Weights, build_query, plan


def rewarded(question: str) -> list[str]:
    return [c.word for c in plan(question, "body", "en", Weights()).clauses if c.effect == "reward"]


def demoted(question: str) -> list[str]:
    return [c.word for c in plan(question, "body", "en", Weights()).clauses if c.effect == "demote"]


def test_words_in_the_scope_of_a_cue_are_rewarded_near_a_marker() -> None:
    assert rewarded("Which plan does not cover dental implants?") == ["cover", "dental", "implants"]
    assert not demoted("Which plan does not cover dental implants?")


def test_a_question_without_a_cue_is_demoted_near_a_marker() -> None:
    assert demoted("Which plan covers dental implants?") == ["plan", "covers", "dental", "implants"]
    assert not rewarded("Which plan covers dental implants?")


def test_a_negative_question_asks_the_affirmative() -> None:
    assert demoted("Isn't parking included?") == ["parking", "included"]
    assert not rewarded("Isn't parking included?")


def test_an_exclusion_rewards_only_what_is_excluded() -> None:
    assert rewarded("hotels in Madrid without a pool") == ["pool"]


def test_a_word_with_a_negative_affix_denies_its_own_word_and_nothing_else() -> None:
    assert rewarded("Which leave is unpaid in June?") == ["paid"]
    assert demoted("Which leave is unpaid in June?") == ["leave", "june"]


def test_cues_that_do_not_negate_are_not_searched() -> None:
    assert plan("Isn't parking included?", "body", "en", Weights()).text == "parking included?"
    assert "not" in plan("Which plan does not cover it?", "body", "en", Weights()).text


def test_the_reward_is_shared_by_the_words_of_the_scope_a_common_verb_taking_less() -> None:
    read = plan("Which plan does not cover dental implants?", "body", "en", Weights(reward=1))
    parts = {clause.word: math.log2(clause.weight) for clause in read.clauses}
    assert parts == pytest.approx({"cover": 1 / 9, "dental": 4 / 9, "implants": 4 / 9})


def test_the_phrase_that_is_asked_for_is_demoted_less() -> None:
    plan_word, valid = plan("Which plan is valid?", "body", "en", Weights()).clauses
    assert 1 > plan_word.weight > valid.weight


@given(st.integers(min_value=1, max_value=12))
def test_a_demotion_is_never_more_than_it_says(words: int) -> None:
    question = " ".join(f"word{number}" for number in range(words))
    product = 1.0
    for clause in plan(question, "body", "en", Weights(demotion=0.2)).clauses:
        product *= clause.weight
    assert product == pytest.approx(0.8)


def test_a_long_question_makes_a_bounded_query() -> None:
    question = " ".join(f"word{number}" for number in range(500))
    assert len(build_query(question, "body")["function_score"]["functions"]) == Weights().most_words


@given(st.text(max_size=60), st.sampled_from(available()))
def test_any_question_makes_a_query_that_is_json(question: str, code: str) -> None:
    query: dict[str, Any] = build_query(question, "body.polarity", code)
    assert json.loads(json.dumps(query)) == query


def test_nothing_in_the_query_is_read_differently_by_the_two_engines() -> None:
    query = json.dumps(build_query("Which unpaid leave is not insured?", "body"))
    assert '"mode"' not in query
    assert '"ordered"' not in query


def test_a_language_without_data_is_named() -> None:
    with pytest.raises(UsageError, match="xx"):
        build_query("no", "body", "xx")


@pytest.mark.parametrize("wrong", [{"reach": GAP}, {"demotion": 1}, {"reward": -1}, {"most_words": 0}])
def test_weights_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Weights(**wrong)
