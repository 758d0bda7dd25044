from __future__ import annotations

import re

import pytest

from esneg.analysis.polarity import (
    AFFIX,
    GAP,
    MARKER,
    polarity_analysis,
    polarity_analyzer_name,
    polarity_field,
    polarity_search_analyzer_name,
)
from esneg.negation import Language, available, load


def rules(language: Language) -> list[str]:
    """The rules of the synonym filter."""
    name = f"{polarity_analyzer_name(language)}_markers"
    found: list[str] = polarity_analysis(language)["filter"][name]["synonyms"]
    return found


def border(language: Language) -> dict[str, str]:
    found: dict[str, str] = polarity_analysis(language)["char_filter"][
        f"{polarity_analyzer_name(language)}_borders"
    ]
    return found


def stages(language: Language, analyzer: str) -> list[str]:
    found: list[str] = polarity_analysis(language)["analyzer"][analyzer]["filter"]
    return found


def test_a_cue_and_a_lexical_negative_yield_the_marker_beside_themselves() -> None:
    assert f"not => not, {MARKER}" in rules(load("en"))
    assert f"excludes => excludes, {MARKER}" in rules(load("en"))


def test_a_word_with_a_negative_affix_also_yields_the_word_that_it_denies() -> None:
    assert f"unpaid => unpaid, paid, {MARKER}, {AFFIX}" in rules(load("en"))


def test_a_pseudo_negation_yields_no_marker() -> None:
    assert "not only => not only" in rules(load("en"))


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Crowns are covered, but implants are not.", ["Crowns are covered,", "but implants are not"]),
        ("BUT it is. So there!", ["BUT it is", "So there"]),
        ("The butter costs 3.5 euros", ["The butter costs 3.5 euros"]),
    ],
)
def test_a_gap_parts_clauses_at_sentence_ends_and_conjunctions(text: str, clauses: list[str]) -> None:
    found = border(load("en"))
    # The engine's flags and classes as Python writes them.
    pattern = found["pattern"].replace(r"[\p{L}\p{M}]", "[a-z]")
    parts = re.split(rf"(?i){pattern}", text)
    assert [part.strip() for part in parts if part.strip()] == clauses


def test_a_gap_is_as_wide_as_it_says() -> None:
    assert len(border(load("en"))["replacement"].split()) == GAP


@pytest.mark.parametrize("code", available())
def test_every_language_has_rules_that_the_synonym_format_can_hold(code: str) -> None:
    for rule in rules(load(code)):
        left, right = rule.split(" => ")
        assert "," not in left, rule
        assert right.split(", ")[0] == left, rule


@pytest.mark.parametrize("code", available())
def test_no_word_has_two_rules(code: str) -> None:
    left = [rule.split(" => ")[0] for rule in rules(load(code))]
    assert len(left) == len(set(left)), sorted({word for word in left if left.count(word) > 1})


@pytest.mark.parametrize("code", available())
def test_markers_come_before_the_stemmer_and_are_kept_from_it(code: str) -> None:
    language = load(code)
    analysis = polarity_analysis(language)
    name = polarity_analyzer_name(language)
    chain = stages(language, name)
    stemmers = [
        at
        for at, stage in enumerate(chain)
        if analysis["filter"].get(stage, {}).get("type") == "stemmer" and "possessive" not in stage
    ]
    assert chain.index(f"{name}_markers") < chain.index(f"{name}_kept") < min(stemmers, default=len(chain))
    assert {MARKER, AFFIX} <= set(analysis["filter"][f"{name}_kept"]["keywords"])


def test_the_search_side_has_markers_and_no_gaps() -> None:
    language = load("en")
    analysis = polarity_analysis(language)["analyzer"][polarity_search_analyzer_name(language)]
    assert f"{polarity_analyzer_name(language)}_markers" in analysis["filter"]
    assert not [
        s for s in (*analysis["filter"], *analysis.get("char_filter", ())) if "gap" in s or "border" in s
    ]


def test_the_field_names_both_sides() -> None:
    assert polarity_field(load("en")) == {
        "type": "text",
        "analyzer": "esneg_en_polarity",
        "search_analyzer": "esneg_en_polarity_search",
    }
