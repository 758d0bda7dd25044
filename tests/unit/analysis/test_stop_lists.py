from __future__ import annotations

import pytest

from esneg.analysis.stop_lists import names, stop_words
from esneg.negation import available, load


def test_the_english_list_is_lucenes_thirty_three_words() -> None:
    words = stop_words("_english_") or ()
    assert len(words) == 33
    assert {"no", "not", "the"} <= set(words)


def test_an_unknown_list_is_none_and_the_empty_one_is_empty() -> None:
    assert stop_words("_klingon_") is None
    assert stop_words("_none_") == ()


@pytest.mark.parametrize("code", available())
def test_every_stop_list_that_a_language_names_is_there(code: str) -> None:
    assert set(load(code).stop_lists) <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_list_holds_words_only_once_and_no_comments(name: str) -> None:
    words = stop_words(name) or ()
    assert len(words) == len(set(words)) > 0
    assert all(len(word.split()) == 1 and not word.startswith(("#", "|")) for word in words)
