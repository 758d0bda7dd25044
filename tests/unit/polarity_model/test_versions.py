"""Versions of one text: which they are, what they differ in, and that nothing else moves."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.polarity_model.model import Judgement
from esneg.polarity_model.reranker import TwinReranker, TwinRule
from esneg.polarity_model.versions import differing, evidence, groups_of_versions
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import Reranker, Scores, order

QUESTION = "Which warbler never leaves its reed beds?"
STAYS = "The warbler breeds in reed beds along slow rivers. It never leaves them. Its song is a dry rattle."
LEAVES = (
    "The warbler breeds in reed beds along slow rivers. It leaves them in autumn. Its song is a dry rattle."
)
OTHER = "A pike lives in the same rivers, between the reed beds, and eats what swims there."
CLOSER = "The warbler leaves few traces: reed beds hide it."


def test_nearly_the_same_words_and_the_same_of_the_question_make_versions() -> None:
    assert groups_of_versions(QUESTION, [LEAVES, OTHER, STAYS, CLOSER], "en", 0.6) == [[0, 2]]


def test_passages_with_other_words_of_the_question_are_none_however_alike() -> None:
    twelve, thirteen = (
        "Cases for the phone 12 come in red and black.",
        "Cases for the phone 13 come in red and black.",
    )

    assert groups_of_versions("cases for phone 13 without leather", [twelve, thirteen], "en", 0.6) == []
    assert groups_of_versions("cases for phone without leather", [twelve, thirteen], "en", 0.6) == [[0, 1]]


def test_passages_without_any_word_of_the_question_are_none() -> None:
    assert groups_of_versions("Who paints?", [LEAVES, STAYS], "en", 0.6) == []


def test_how_much_two_must_share_is_the_rule_s() -> None:
    assert groups_of_versions(QUESTION, [LEAVES, STAYS], "en", 0.95) == []


def test_they_differ_in_the_sentences_that_not_all_of_them_have() -> None:
    assert differing([LEAVES, STAYS]) == ["It leaves them in autumn.", "It never leaves them."]


def test_where_one_has_nothing_of_its_own_all_are_read_whole() -> None:
    assert differing(["It rains. It pours.", "It rains."]) == ["It rains. It pours.", "It rains."]
    assert differing(["It rains.", "It rains!"]) == ["It rains.", "It rains!"]


def test_passages_that_answer_in_other_words_of_the_question_are_no_versions() -> None:
    covers, excludes = "The plan covers broken glass at home.", "The plan excludes broken glass at home."

    assert groups_of_versions("Which plan covers broken glass?", [covers, excludes], "en", 0.6) == []


def test_spanish_versions() -> None:
    one = "El café abre los lunes y los jueves por la tarde."
    other = "El café no abre los lunes ni los jueves por la tarde."

    assert groups_of_versions("¿Qué café no abre los lunes?", [one, other], "es", 0.6) == [[0, 1]]


@pytest.mark.parametrize("overlap", [0.0, 1.1])
def test_an_overlap_that_is_no_share_is_refused(overlap: float) -> None:
    with pytest.raises(UsageError, match="more than 0 and at most 1"):
        TwinRule(overlap=overlap)


def test_evidence_is_finite_also_where_the_model_is_certain() -> None:
    assert evidence(Judgement(0.0, 1.0, 0.0, 0.0)) == -evidence(Judgement(0.0, 0.0, 0.0, 1.0)) > 10


class Reads:
    """A model that is never sure, and leans to the text with as many "never" as the question."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        return [
            Judgement(0.1 if ("never" in question) == ("never" in text) else 0.0, 0.3, 0.4, 0.3)
            for question, text in pairs
        ]


def reranked(question: str, passages: list[str]) -> list[str]:
    scores = TwinReranker(Reads()).score(question, passages, Deadline()).scores
    return [passages[at] for at in order(scores)]


@pytest.mark.parametrize("first", [LEAVES, STAYS])
def test_versions_are_ordered_by_evidence_that_twins_are_not(first: str) -> None:
    second = STAYS if first is LEAVES else LEAVES

    assert reranked(QUESTION, [first, OTHER, second, CLOSER]) == [STAYS, OTHER, LEAVES, CLOSER]
    assert reranked(QUESTION.replace("never ", ""), [first, second]) == [LEAVES, STAYS]


def test_three_versions_stand_by_evidence_and_equal_ones_as_they_were() -> None:
    third = LEAVES.replace("dry", "soft")

    assert reranked(QUESTION, [LEAVES, third, STAYS]) == [STAYS, LEAVES, third]
    assert reranked(QUESTION, [third, LEAVES, STAYS]) == [STAYS, third, LEAVES]


def test_they_change_places_in_another_re_ranker_s_order_too() -> None:
    class Relevance(Reranker):
        def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
            return Scores([float(len(text)) for text in passages])

    passages = [OTHER, STAYS, LEAVES]
    scores = TwinReranker(Reads(), over=Relevance()).score(QUESTION, passages, Deadline()).scores

    assert len(LEAVES) > len(STAYS) > len(OTHER)
    assert [passages[at] for at in order(scores)] == [STAYS, LEAVES, OTHER]


def test_versions_past_the_depth_keep_their_places() -> None:
    rule = TwinRule(depth=2)
    scores = TwinReranker(Reads(), rule).score(QUESTION, [OTHER, LEAVES, STAYS], Deadline()).scores

    assert order(scores) == [0, 1, 2]


def test_a_statement_keeps_the_order_of_versions_too() -> None:
    assert reranked("The warbler never leaves its reed beds.", [LEAVES, STAYS]) == [LEAVES, STAYS]


@given(st.lists(st.sampled_from([STAYS, LEAVES, OTHER, CLOSER, STAYS + " It is small."]), max_size=10))
def test_only_versions_change_places(passages: list[str]) -> None:
    found = groups_of_versions(QUESTION, passages, "en", TwinRule().overlap)
    moved = {at for group in found for at in group}
    new = reranked(QUESTION, passages)

    assert sorted(new) == sorted(passages)
    assert all(passages[at] == new[at] for at in range(len(passages)) if at not in moved)
    assert sorted(moved) == sorted(at for group in found for at in set(group))
