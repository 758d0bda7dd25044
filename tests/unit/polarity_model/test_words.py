"""Words brought together by their stems."""

import pytest

from esneg.polarity_model.words import plain, stem, tokens


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["cover", "covers", "covered", "covering"]),
        ("en", ["exclude", "excludes", "excluded", "excluding"]),
        ("en", ["ban", "bans", "banned", "banning"]),
        ("en", ["policy", "policies"]),
        ("en", ["pass", "passes", "passed", "passing"]),
        ("es", ["incluido", "incluida", "incluidos", "incluidas"]),
        ("es", ["hotel", "hoteles"]),
    ],
)
def test_inflected_forms_meet(language: str, words: list[str]) -> None:
    assert len({stem(word, language) for word in words}) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("en", "able", "unable"), ("en", "ring", "red"), ("en", "thing", "the"), ("es", "más", "menos")],
)
def test_other_words_stay_apart(language: str, one: str, other: str) -> None:
    assert stem(one, language) != stem(other, language)


def test_a_language_without_rules_keeps_its_words() -> None:
    assert stem("Häuser", "de") == "Häuser"


def test_a_plain_text_has_one_form_of_each_character() -> None:
    assert plain("  ¿Is  it\u00a0“Ｏpen”? ") == "is it “open"
    assert plain("Isn’t") == plain("isn't")


def test_tokens_keep_numbers_contractions_and_money_whole() -> None:
    assert tokens("isn't non-refundable $1,000.50 café 5%") == [
        "isn't",
        "non-refundable",
        "$",
        "1,000.50",
        "café",
        "5",
        "%",
    ]
