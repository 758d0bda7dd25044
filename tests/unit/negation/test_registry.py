import unicodedata
from collections.abc import Iterator

import pytest

from esneg.errors import UsageError
from esneg.negation import Language, MinimalPair, available, for_analyzer, load

LANGUAGES = available()


def written_forms(cue: str) -> set[str]:
    """A cue as the lists have it: in lower case, with the plain apostrophe, with and without its hyphen."""
    plain = cue.casefold().replace("\u2019", "'")
    return {plain, plain.strip("-")}


def listed(language: Language) -> set[str]:
    words = (*language.all_cues, *language.contractions, *language.clitics, *language.affixes)
    return {form for word in words for form in written_forms(word)}


def every_text(language: Language) -> Iterator[str]:
    yield from language.all_cues
    yield from (text for item in language.contractions.items() for text in item)
    yield from (*language.clitics, *language.affixes)
    yield from (*language.pseudo_negations, *language.lexical_negatives)
    for pair in language.minimal_pairs:
        yield from (pair.cue, pair.affirmative, pair.negated)


def kinds(pairs: tuple[MinimalPair, ...]) -> set[str]:
    return {pair.kind for pair in pairs}


def test_there_is_data_for_41_languages() -> None:
    assert len(LANGUAGES) == 41


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_file_and_the_code_agree(code: str) -> None:
    assert load(code).code == code


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_probes_at_least_six_pairs_that_cover_the_kinds_of_cue(code: str) -> None:
    pairs = load(code).minimal_pairs
    assert len(pairs) >= 6
    assert {"clausal", "preposition", "adverb", "quantifier"} <= kinds(pairs)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_kind_of_cue_is_one_that_is_documented(code: str) -> None:
    language = load(code)
    for kind in (*language.cues, *kinds(language.minimal_pairs)):
        assert f'"{kind}"' in (MinimalPair.__doc__ or "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_two_sentences_of_a_pair_differ_and_the_negated_one_holds_the_cue(code: str) -> None:
    for pair in load(code).minimal_pairs:
        cue = pair.cue.casefold().strip("-")
        assert pair.affirmative != pair.negated
        assert cue in pair.negated.casefold(), pair
        assert cue not in pair.affirmative.casefold().split(), pair


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_cue_of_every_pair_is_listed(code: str) -> None:
    language = load(code)
    missing = [pair.cue for pair in language.minimal_pairs if not written_forms(pair.cue) & listed(language)]
    assert not missing


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_pair_and_no_word_of_a_list_stands_there_twice(code: str) -> None:
    language = load(code)
    pairs = [(pair.affirmative, pair.negated) for pair in language.minimal_pairs]
    lists = (*language.cues.values(), language.pseudo_negations, language.lexical_negatives, pairs)
    names = (language.analyzers, language.stemmers, language.stop_lists, language.filters)
    for words in (*lists, *names, language.clitics, language.affixes):
        assert len(set(words)) == len(words), words


@pytest.mark.parametrize("code", LANGUAGES)
def test_cues_are_single_words_in_lower_case(code: str) -> None:
    # keyword_marker and stop filters see one token at a time.
    for cue in load(code).all_cues:
        assert cue == cue.lower().strip()
        assert " " not in cue


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_text_is_in_composed_unicode(code: str) -> None:
    wrong = [text for text in every_text(load(code)) if text != unicodedata.normalize("NFC", text)]
    assert not wrong


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_names_its_sources(code: str) -> None:
    assert load(code).sources


def test_yaml_does_not_eat_the_commonest_cue_of_all() -> None:
    assert {"no"} <= set(load("en").all_cues) & set(load("es").all_cues) & set(load("ca").all_cues)
    assert load("no").code == "no"


def test_a_language_that_is_not_there_is_refused_with_the_ones_that_are() -> None:
    with pytest.raises(UsageError, match="'tlh'") as caught:
        load("tlh")
    assert "en" in caught.value.remedy


def test_names_of_analyzers_stemmers_and_stop_lists_tell_the_language() -> None:
    assert {for_analyzer(name) for name in ("english", "porter2", "_english_", "English")} == {("en",)}
    assert for_analyzer("standard") == ()


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_serves_a_language_is_found_by_every_name_of_it(code: str) -> None:
    # Fails for a file that names them behind its cues, where the registry does not look.
    for name in load(code).engine_names:
        assert code in for_analyzer(name)


def test_an_analyzer_may_serve_several_languages() -> None:
    assert for_analyzer("cjk") == ("ja", "ko", "zh")
    assert for_analyzer("norwegian") == ("nn", "no")
    assert for_analyzer("brazilian") == for_analyzer("portuguese") == ("pt",)
