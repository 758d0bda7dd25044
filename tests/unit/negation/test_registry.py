import pytest

from esneg.errors import UsageError
from esneg.negation import available, for_analyzer, load

LANGUAGES = available()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_file_and_the_code_agree(code: str) -> None:
    assert load(code).code == code


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_probes_at_least_six_pairs_and_several_kinds_of_cue(code: str) -> None:
    pairs = load(code).minimal_pairs
    assert len(pairs) >= 6
    assert len({pair.kind for pair in pairs}) >= 4


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_two_sentences_of_a_pair_differ_and_the_negated_one_holds_the_cue(code: str) -> None:
    for pair in load(code).minimal_pairs:
        assert pair.affirmative != pair.negated
        assert pair.cue.casefold() in pair.negated.casefold()
        assert pair.cue.casefold() not in pair.affirmative.casefold().split()


def test_yaml_does_not_eat_the_commonest_cue_of_all() -> None:
    assert "no" in load("en").all_cues


def test_a_language_that_is_not_there_is_refused_with_the_ones_that_are() -> None:
    with pytest.raises(UsageError, match="'tlh'") as caught:
        load("tlh")
    assert "en" in caught.value.remedy


def test_names_of_analyzers_stemmers_and_stop_lists_tell_the_language() -> None:
    assert {for_analyzer(name) for name in ("english", "porter2", "_english_", "English")} == {"en"}
    assert for_analyzer("standard") is None
