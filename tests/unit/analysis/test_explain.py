from esneg.analysis.explain import find_cues
from esneg.negation import load

EN = [load("en")]


def cues(text: str) -> list[str]:
    return [cue.text for cue in find_cues(text, EN)]


def test_cues_are_whole_words_in_either_case() -> None:
    assert cues("Not a knot: NO notary, no note.") == ["Not", "NO", "no"]


def test_contractions_are_cues_with_either_apostrophe() -> None:
    assert cues("It isn't, it isn’t, it can't.") == ["isn't", "isn’t", "can't"]


def test_offsets_are_in_utf16_code_units() -> None:
    (cue,) = find_cues("😀 not", EN)
    assert (cue.start, cue.end) == (3, 6)


def test_a_text_without_cues_has_none() -> None:
    assert cues("The plan covers implants.") == []


def found(text: str, code: str) -> list[str]:
    return [cue.text for cue in find_cues(text, [load(code)])]


def test_a_clitic_is_found_before_the_word_that_it_leans_on() -> None:
    assert found("Il n'est pas compris, l’acompte n’a rien.", "fr") == ["n'", "pas", "n’", "rien"]


def test_a_cue_is_found_in_a_run_of_text_without_spaces() -> None:
    assert found("料金に朝食が含まれていない。", "ja") == ["ない"]
    assert found("ค่ามัดจำขอคืนไม่ได้", "th") == ["ไม่ได้"]


def test_a_vowel_sign_belongs_to_its_word() -> None:
    assert found("नौकरी न करें", "hi") == ["न"]
    assert found("নাম নেই", "bn") == ["নেই"]
    assert found("نه‌تنها بدون", "fa") == ["بدون"]
