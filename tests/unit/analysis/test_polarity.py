from __future__ import annotations

import pytest

from esneg.analysis.polarity import (
    BORDER,
    MARKER,
    polarity_analysis,
    polarity_analyzer_name,
    polarity_field,
    polarity_search_analyzer_name,
)
from esneg.negation import Language, available, load


def synonyms(language: Language, part: str) -> list[str]:
    rules: list[str] = polarity_analysis(language)["filter"][f"{polarity_analyzer_name(language)}_{part}"][
        "synonyms"
    ]
    return rules


def stages(language: Language, analyzer: str) -> list[str]:
    found: list[str] = polarity_analysis(language)["analyzer"][analyzer]["filter"]
    return found


def test_a_cue_and_a_lexical_negative_yield_the_marker_beside_themselves() -> None:
    rules = synonyms(load("en"), "markers")
    assert f"not => not, {MARKER}" in rules
    assert f"excludes => excludes, {MARKER}" in rules


def test_a_word_with_a_negative_affix_also_yields_the_word_that_it_denies() -> None:
    assert f"unpaid => unpaid, paid, {MARKER}" in synonyms(load("en"), "markers")


def test_a_pseudo_negation_yields_no_marker() -> None:
    assert "not only => not only" in synonyms(load("en"), "markers")


def test_a_conjunction_yields_a_border_beside_itself() -> None:
    assert f"but => but, {BORDER}" in synonyms(load("en"), "borders")


@pytest.mark.parametrize("code", available())
def test_every_language_has_rules_that_the_synonym_format_can_hold(code: str) -> None:
    for rule in synonyms(load(code), "markers"):
        left, right = rule.split(" => ")
        assert "," not in left, rule
        assert right.split(", ")[0] == left, rule


@pytest.mark.parametrize("code", available())
def test_no_word_has_two_rules(code: str) -> None:
    left = [rule.split(" => ")[0] for rule in synonyms(load(code), "markers")]
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
    assert {MARKER, BORDER} <= set(analysis["filter"][f"{name}_kept"]["keywords"])


def test_the_search_side_has_markers_and_no_borders() -> None:
    language = load("en")
    analysis = polarity_analysis(language)["analyzer"][polarity_search_analyzer_name(language)]
    assert f"{polarity_analyzer_name(language)}_markers" in analysis["filter"]
    assert not [stage for stage in (*analysis["filter"], *analysis["char_filter"]) if "border" in stage]
    assert not [stage for stage in analysis["char_filter"] if "sentences" in stage]


def test_the_field_names_both_sides() -> None:
    assert polarity_field(load("en")) == {
        "type": "text",
        "analyzer": "esneg_en_polarity",
        "search_analyzer": "esneg_en_polarity_search",
    }
