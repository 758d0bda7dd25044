"""What it changes that two texts are questions, or statements, and what each text tells by itself."""

import pytest

from esneg.guard import PolarityGuard
from esneg.guard.verdict import Kind

GUARD = PolarityGuard(None)


def outcomes(a: str, b: str, language: str = "en") -> dict[Kind | None, str]:
    kinds: tuple[Kind | None, ...] = (None, "question", "statement")
    found = {kind: GUARD.check(a, b, kind, language).outcome for kind in kinds}
    assert found == {kind: GUARD.check(b, a, kind, language).outcome for kind in kinds}
    return found


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "Isn't the pool heated?", "Is the pool heated?"),
        ("en", "Can't I pay in cash?", "Can I pay in cash?"),
        ("en", "Mustn't visitors register?", "Must visitors register?"),
        ("es", "¿No abre el museo los lunes?", "¿Abre el museo los lunes?"),
        ("de", "Ist das Bad nicht beheizt?", "Ist das Bad beheizt?"),
    ],
)
def test_a_negative_question_is_the_same_question_but_no_statement_is(language: str, a: str, b: str) -> None:
    assert outcomes(a, b, language) == {None: "same", "question": "same", "statement": "opposite"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("isn't parking included", "Is parking included?"),
        ("can't I pay in cash", "Can I pay in cash?"),
        ("parking is included", "Is parking included?"),
    ],
)
def test_a_question_that_is_called_one_needs_no_question_mark(a: str, b: str) -> None:
    assert outcomes(a, b)["question"] == "same"
    assert outcomes(a, b)[None] != "same"


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "Don't show hotels with a pool", "Show hotels with a pool"),
        ("en", "Do not show hotels with a pool", "Show hotels with a pool"),
        ("es", "No mostrar hoteles con piscina", "Mostrar hoteles con piscina"),
        ("de", "Parken ist nicht inbegriffen", "Parken ist inbegriffen"),
    ],
)
def test_an_order_is_no_negative_question_whatever_it_is_called(language: str, a: str, b: str) -> None:
    assert outcomes(a, b, language) == {None: "opposite", "question": "opposite", "statement": "opposite"}


def test_a_full_stop_makes_a_statement_unless_it_is_called_a_question() -> None:
    assert outcomes("Can't open the file.", "Can open the file.") == {
        None: "opposite",
        "question": "same",
        "statement": "opposite",
    }


@pytest.mark.parametrize(
    ("language", "a", "b", "as_question"),
    [
        ("en", "Where it rains the hut opens", "When it rains the hut opens", "different"),
        ("es", "Sabe dónde abren el refugio.", "Sabe cuándo abren el refugio.", "different"),
    ],
)
def test_what_is_asked_for_differs_only_between_questions(
    language: str, a: str, b: str, as_question: str
) -> None:
    found = outcomes(a, b, language)
    assert (found["question"], found["statement"]) == (as_question, "unsure")


@pytest.mark.parametrize("kind", [None, "question", "statement"])
def test_a_word_that_asks_for_nothing_joins_clauses_and_still_matters(kind: Kind | None) -> None:
    for end in (".", "?"):
        a, b = (f"Does the old wooden mountain hut open {w} it rains{end}" for w in ("when", "where"))
        assert GUARD.check(a, b, kind).outcome != "same"
        assert GUARD.check(a, a.lower(), kind).outcome == "same"


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "I want to know if the pool is open.", "The pool is open."),
        ("es", "Acaso está abierto el museo.", "Está abierto el museo."),
    ],
)
def test_a_frame_is_no_part_of_a_question_but_of_a_statement(language: str, a: str, b: str) -> None:
    found = outcomes(a, b, language)
    assert (found["question"], found["statement"]) == ("same", "unsure")


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "He was fired.", "She was fired."),
        ("en", "The key is in the hut.", "The key is on the hut."),
        ("en", "The hut opens if it rains.", "The hut opens as it rains."),
        ("en", "The hut has been open.", "The hut will be open."),
        ("es", "Tu plan cubre gafas.", "Mi plan cubre gafas."),
        ("es", "Si abre, entro.", "Abre, entro."),
    ],
)
def test_small_words_change_what_a_statement_says(language: str, a: str, b: str) -> None:
    assert outcomes(a, b, language)["statement"] == "unsure"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Does my plan cover glasses?", "Does the plan cover glasses?"),
        ("Can I pay in cash?", "Could you pay in cash?"),
    ],
)
def test_small_words_come_and_go_in_a_question(a: str, b: str) -> None:
    assert outcomes(a, b)["question"] == outcomes(a, b)[None] == "same"


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("en", "The tram did not stop.", "The tram didn't stop."),
        ("en", "It is not impossible to swim.", "It is possible to swim."),
        ("es", "No está prohibido pescar.", "Está permitido pescar."),
    ],
)
def test_a_statement_in_other_clothes_is_still_the_same(language: str, a: str, b: str) -> None:
    assert outcomes(a, b, language)["statement"] == "same"
