"""Sentences with the scope that a linguist would mark: one table a language beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.negation import available, load
from esneg.negation.scope import Reading, analyze

TABLES = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in Path(__file__).parent.glob("*.yaml")}
CASES = [
    pytest.param(language, case["sentence"], case["negations"], id=f"{language}: {case['sentence']}")
    for language, cases in sorted(TABLES.items())
    for case in cases
]


def seen(reading: Reading) -> list[dict[str, Any]]:
    return [
        {
            "cue": " ".join(span.text for span in negation.cue),
            "kind": negation.kind,
            "scope": [span.text for span in negation.scope],
            **({"but": negation.reason} if negation.reason else {}),
        }
        for negation in reading.negations
    ]


@pytest.mark.parametrize(("language", "sentence", "expected"), CASES)
def test_each_cue_reaches_what_it_denies(
    language: str, sentence: str, expected: list[dict[str, Any]]
) -> None:
    reading = analyze(sentence, language)
    assert seen(reading) == expected
    live = any("but" not in negation for negation in expected)
    assert reading.polarity == ("negative" if live else "affirmative")


@pytest.mark.parametrize(("language", "least"), [("en", 30), ("es", 30), ("de", 15), ("fr", 15)])
def test_the_tables_are_large_enough_to_mean_something(language: str, least: int) -> None:
    assert len({case["sentence"] for case in TABLES[language]}) >= least


def test_a_typographic_apostrophe_is_an_apostrophe() -> None:
    typed, printed = (analyze(f"Which plan doesn{mark}t cover crowns?", "en") for mark in "'’")
    assert [n.words for n in typed.negations] == [n.words for n in printed.negations]


def test_words_are_those_of_the_scope_and_focus_those_behind_the_cue() -> None:
    (negation,) = analyze("The Gold plan does not cover crowns.", "en").negations
    assert negation.words == ("gold", "plan", "cover", "crowns")
    assert negation.focus == ("cover", "crowns")


def test_focus_is_what_stands_before_a_cue_that_ends_its_clause() -> None:
    (negation,) = analyze("Are crowns excluded?", "en").negations
    assert negation.focus == ("crowns",)


def test_content_leaves_out_cues_and_function_words() -> None:
    assert analyze("Which plan does not cover the crowns?", "en").content == ("plan", "cover", "crowns")


def test_a_language_without_data_is_named() -> None:
    with pytest.raises(UsageError, match="xx"):
        analyze("no", "xx")


@pytest.mark.parametrize("code", available())
def test_the_negated_sentences_of_every_language_are_negative(code: str) -> None:
    language = load(code)
    # Affixes inside a word ("nekryje") are no words of their own, and are left to the engine.
    pairs = [pair for pair in language.minimal_pairs if pair.cue.strip("-") == pair.cue]
    missed = [pair.negated for pair in pairs if not analyze(pair.negated, code).negations]
    assert not missed


@given(st.text(max_size=80), st.sampled_from(available()))
def test_every_span_is_the_piece_of_the_sentence_that_it_names(text: str, code: str) -> None:
    for negation in analyze(text, code).negations:
        for span in (*negation.cue, *negation.scope):
            assert text[span.start : span.end] == span.text
            assert span.text


@given(
    st.lists(
        st.sampled_from(
            ["not", "no", "never", "without", "the", "plan", "unpaid", "but", ",", "covers", "isn't", "?"]
        ),
        max_size=12,
    )
)
def test_no_word_of_a_scope_is_a_live_cue(words: list[str]) -> None:
    reading = analyze(" ".join(words), "en")
    cues = {position for n in reading.negations for s in n.cue for position in range(s.start, s.end)}
    for negation in reading.negations:
        if negation.kind != "affixal" and negation.cue[-1].text != "unpaid":
            assert not cues & {p for s in negation.scope for p in range(s.start, s.end)}
