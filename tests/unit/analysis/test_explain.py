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
