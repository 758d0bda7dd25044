"""Rules and model together: who decides, and what happens when one cannot."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.guard import PolarityGuard, Thresholds
from esneg.guard.asking import Probabilities

OPEN = ("How can I renew my card?", "What must I do so that my card goes on working?")


class Says:
    """A model that always gives the same probabilities, and counts what it was asked."""

    def __init__(self, *answer: float) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str]] = []

    def polarity(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities]:
        self.asked += pairs
        same, unrelated, opposite = self.answer
        return [(same, unrelated, opposite)] * len(pairs)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ((0.9, 0.05, 0.05), "same"),
        ((0.1, 0.1, 0.8), "opposite"),
        ((0.1, 0.8, 0.1), "different"),
        ((0.4, 0.4, 0.2), "unsure"),
    ],
)
def test_the_model_settles_what_rules_leave_open(answer: tuple[float, ...], outcome: str) -> None:
    verdict = PolarityGuard(Says(*answer)).check(*OPEN)
    assert verdict.outcome == outcome
    assert verdict.decided_by == ("nothing" if outcome == "unsure" else "model")
    assert verdict.evidence[0].rule == "model"
    assert verdict.safe == (outcome == "same")


def test_the_model_is_not_asked_when_rules_have_decided() -> None:
    model = Says(0.99, 0.0, 0.01)
    verdicts = PolarityGuard(model).check_many(
        [("Is lunch included?", "Is lunch excluded?"), OPEN, ("Is lunch free?", "is lunch free")]
    )
    assert model.asked == [OPEN]
    assert [v.outcome for v in verdicts] == ["opposite", "same", "same"]


def test_thresholds_move_the_line() -> None:
    model = Says(0.6, 0.2, 0.2)
    assert PolarityGuard(model, thresholds=Thresholds(same=0.7)).check(*OPEN).outcome == "unsure"
    assert PolarityGuard(model, thresholds=Thresholds(opposite=0.1)).check(*OPEN).outcome == "opposite"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Which costs does the owner bear?", "Which costs does the club bear?"),
        ("Are dogs allowed in the park?", "Are small dogs allowed in the park?"),
    ],
)
def test_one_word_changed_or_put_in_needs_more_than_a_likely_same(a: str, b: str) -> None:
    for first, second in ((a, b), (b, a)):
        assert PolarityGuard(Says(0.75, 0.15, 0.1)).check(first, second).outcome == "different"
        assert PolarityGuard(Says(0.95, 0.05, 0.0)).check(first, second).outcome == "same"
        assert PolarityGuard(None, trust_similarity=True).check(first, second).outcome == "unsure"


def test_a_language_that_the_model_does_not_read_is_left_to_rules_and_the_verdict_says_so() -> None:
    model = Says(1.0, 0.0, 0.0)
    guard = PolarityGuard(model)
    found = guard.check("Der Kurs behandelt Brüche nicht.", "Der Kurs behandelt Brüche.", "statement", "de")
    assert (found.outcome, found.decided_by) == ("opposite", "rules")
    open_ = guard.check("Wann öffnet das Bad?", "Ab wann kann man schwimmen?", language="de")
    assert (open_.outcome, open_.evidence[0].rule) == ("unsure", "language")
    assert "not de" in open_.evidence[0].note
    assert model.asked == []


def test_the_languages_in_which_the_model_is_asked_are_a_choice() -> None:
    pair = ("¿Cómo renuevo el carné?", "¿Qué hago para que mi carné siga en vigor?")
    model = Says(0.9, 0.05, 0.05)
    assert PolarityGuard(model).check(*pair, language="es").outcome == "unsure"
    assert PolarityGuard(model, languages=("en", "es")).check(*pair, language="es").outcome == "same"


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("fr", "Le musée n'ouvre pas le lundi.", "Le musée ouvre le lundi."),
        ("de", "Deckt der Plan keine Brillen?", "Deckt der Plan Brillen?"),
        ("it", "Il museo non apre di lunedì.", "Il museo apre di lunedì."),
        ("nl", "Het museum is niet open.", "Het museum is open."),
        ("ru", "Музей не открыт.", "Музей открыт."),
        ("pt", "O museu não abre.", "O museu abre."),
    ],
)
def test_other_languages_have_their_negations_by_rules(language: str, a: str, b: str) -> None:
    assert PolarityGuard(None).check(a, b, "statement", language).outcome == "opposite"


def test_without_a_model_similarity_may_be_trusted_where_no_conflict_is_found() -> None:
    guard = PolarityGuard(None, trust_similarity=True)
    assert guard.check(*OPEN).outcome == "same"
    assert guard.check("Where is the pool not open?", "Where is the pool open?").outcome == "opposite"
    assert guard.check("Is it closed to all of us now?", "Will it open?").outcome != "same"


def test_an_empty_text_is_unsure() -> None:
    assert PolarityGuard(Says(1.0, 0.0, 0.0)).check(" ", "Is lunch free?").outcome == "unsure"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "poem"}, "kind is question or statement"),
        ({"language": "xx"}, "no negation data for language 'xx'"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        PolarityGuard(None).check("a", "b", **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("languages", [("en", "xx"), "es"])
def test_an_unknown_language_of_the_model_is_named(languages: Sequence[str]) -> None:
    with pytest.raises(UsageError, match=r"no negation data for language '(xx|e)'"):
        PolarityGuard(None, languages=languages)


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(UsageError, match="unknown model 'large'"):
        PolarityGuard("large")


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_a_threshold_is_a_probability(value: float) -> None:
    with pytest.raises(UsageError, match="from 0 to 1"):
        Thresholds(same=value)


@given(st.text(min_size=1).filter(str.strip))
def test_any_text_is_the_same_as_itself(text: str) -> None:
    assert PolarityGuard(None).check(text, text).outcome == "same"


@given(st.text(), st.text(), st.sampled_from(["en", "es", "de", "ja"]))
def test_by_rules_the_order_of_the_two_does_not_matter(a: str, b: str, language: str) -> None:
    guard = PolarityGuard(None)
    assert guard.check(a, b, language=language).outcome == guard.check(b, a, language=language).outcome


_WORDS = st.sampled_from(
    [
        "the",
        "a",
        "is",
        "not",
        "no",
        "never",
        "without",
        "dogs",
        "cats",
        "open",
        "closed",
        "covers",
        "excludes",
        "3",
        "5",
        "days",
        "which",
        "who",
        "?",
        ",",
        "but",
        "and",
    ]
)


@given(st.lists(_WORDS, min_size=1).map(" ".join), st.lists(_WORDS, min_size=1).map(" ".join))
def test_by_rules_the_order_of_two_likely_texts_does_not_matter(a: str, b: str) -> None:
    guard = PolarityGuard(None)
    assert guard.check(a, b).outcome == guard.check(b, a).outcome
