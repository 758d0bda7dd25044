import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.reports.struck import struck


@pytest.mark.parametrize(
    ("sentence", "lost", "marked"),
    [
        ("It is not nothing.", ["not"], ["not"]),
        ("Not now, NOT ever", ["not"], ["Not", "NOT"]),
        ("It doesn’t work", ["doesn't"], ["doesn’t"]),
        ("Je n'ai pas de chat", ["pas", "n'"], ["n'", "pas"]),
        ("no longer, no", ["no", "no longer"], ["no longer", "no"]),
        ("a non-smoker", ["non-"], ["non-"]),
        ("ไม่ครอบคลุม", ["ไม่"], ["ไม่"]),
        ("اتاق تهویه ندارد.", ["ندارد"], ["ندارد"]),
        ("(a.b) a*b", ["a*b", "."], [".", "a*b"]),
        ("nothing here", ["no"], []),
        ("as it is", [], []),
    ],
)
def test_lost_cues_are_found_as_words(sentence: str, lost: list[str], marked: list[str]) -> None:
    assert [part for part, is_lost in struck(sentence, lost) if is_lost] == marked


@given(st.text(), st.lists(st.text(min_size=1), max_size=4))
def test_the_parts_are_the_sentence(sentence: str, lost: list[str]) -> None:
    assert "".join(part for part, _ in struck(sentence, lost)) == sentence
