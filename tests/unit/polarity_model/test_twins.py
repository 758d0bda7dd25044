"""Which sentence of a passage answers to a question, and which passages are near-twins."""

import pytest

from esneg.polarity_model.twins import agreement, asks, language_of, points, split_sentences

QUESTION = "Which park does not allow drones?"
PASSAGES = [
    "Alder Park has a lake. Drones are allowed in the park. Bring water.",
    "Quarry Park is old. It bans drones from the park.",
    "The museum shop sells maps.",
]


def test_the_point_is_the_sentence_that_matches_the_question_best() -> None:
    found = points(QUESTION, PASSAGES, "en")
    assert [p.sentence for p in found[:2]] == [
        "Drones are allowed in the park.",
        "It bans drones from the park.",
    ]
    assert found[0].coverage == 1.0
    assert found[2].coverage == 0.0


def test_twins_match_the_same_words_of_the_question() -> None:
    first, second, other = points(QUESTION, PASSAGES, "en")
    assert agreement(first, other) == 0.0
    assert agreement(first, second) == pytest.approx(2 / 3)


def test_rare_words_weigh_more() -> None:
    found = points("drones in the park", ["the park", "drones", "a park", "one park", "park bench"], "en")
    assert found[1].coverage > found[0].coverage


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which park allows drones?", "en"),
        ("¿Qué parque no permite drones?", "es"),
        ("Drohnen im Park", None),
    ],
)
def test_the_language_is_told_by_function_words(question: str, language: str | None) -> None:
    assert language_of(question) == language


def test_sentences_end_at_stops_and_line_breaks() -> None:
    text = 'It costs 2.5 euros. "Is it open?" He asked!\n¿Dónde?'
    assert split_sentences(text) == ["It costs 2.5 euros.", '"Is it open?"', "He asked!", "¿Dónde?"]


def test_a_question_without_content_covers_nothing() -> None:
    assert [p.coverage for p in points("is it?", PASSAGES, "en")] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Which plan covers braces?", "en"),
        ("which plan does not cover braces", "en"),
        ("dental plan without implants", "en"),
        ("Name a plan that covers braces.", "en"),
        ("I need a plan without a deductible.", "en"),
        ("Does it cover braces.", "en"),
        ("plans without implants...", "en"),
        ("Busco un plan sin franquicia.", "es"),
        ("¿Qué plan cubre aparatos?", "es"),
    ],
)
def test_questions_requests_and_key_words_ask(query: str, language: str) -> None:
    assert asks(query, language)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Zinc does not shorten colds.", "en"),
        ("The drug has no effect on survival. ", "en"),
        ("El zinc no acorta los resfriados.", "es"),
    ],
)
def test_a_statement_does_not_ask_so_that_what_denies_it_is_evidence(query: str, language: str) -> None:
    assert not asks(query, language)
