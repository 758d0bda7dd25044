import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\r\nb\tc\x00\x7f\x9b", "a\\x0d\\x0ab\\x09c\\x00\\x7f\\x9b"),
        ("\u202eevil\u2069\u200f", "\\u202eevil\\u2069\\u200f"),
        ("\u2028\ud83d\ufffe", "\\u2028\\ud83d\\ufffe"),
    ],
)
def test_what_steers_a_terminal_or_reorders_text_is_shown_as_its_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", ["", "naïve [red] <b>", "نمی\u200cدهد", "ไม่", "👩\u200d🔬", "\\x1b"])
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(st.text())
def test_what_is_visible_is_printable_in_utf_8_on_one_line_and_stays(text: str) -> None:
    shown = visible(text)
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert len(shown.splitlines()) <= 1
    assert visible(shown) == shown
