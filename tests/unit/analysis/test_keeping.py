from __future__ import annotations

import pytest

from esneg.analysis.builtin import chain, language_analyzers
from esneg.analysis.keeping import analyzer_name, builtin_analyzer, keeping_analysis, without_cues
from esneg.analysis.spelling import char_filters
from esneg.analysis.stop_lists import stop_words
from esneg.negation import available, load


@pytest.mark.parametrize("code", available())
def test_no_stop_list_holds_a_cue_and_the_plain_analyzer_has_none(code: str) -> None:
    language = load(code)
    analysis = keeping_analysis(language, ("default", "compact", "exact"))
    stop_filters = [each for each in analysis.get("filter", {}).values() if each["type"] == "stop"]
    assert len(stop_filters) <= 2
    for each in stop_filters:
        assert not set(each["stopwords"]) & set(language.all_cues)
    for variant in ("default", "exact"):
        names = analysis["analyzer"][analyzer_name(language, variant)]["filter"]
        assert not any("stop" in name for name in names)


@pytest.mark.parametrize("code", available())
def test_the_exact_analyzer_does_not_stem(code: str) -> None:
    language = load(code)
    analysis = keeping_analysis(language, ("exact",))
    kinds = [
        analysis.get("filter", {}).get(name, {"type": name})["type"]
        for name in analysis["analyzer"][analyzer_name(language, "exact")]["filter"]
    ]
    assert not [kind for kind in kinds if kind in ("snowball", "stemmer_override") or kind.endswith("_stem")]


@pytest.mark.parametrize("analyzer", language_analyzers())
def test_a_chain_keeps_the_order_of_the_engines_own(analyzer: str) -> None:
    serving = [load(code) for code in available() if builtin_analyzer(load(code)) == analyzer]
    own = chain(analyzer, {})
    assert own is not None
    for language in serving:
        names = keeping_analysis(language)["analyzer"][analyzer_name(language)]["filter"]
        plain = [part.definition for part in own.filters if isinstance(part.definition, str)]
        assert [name for name in names if name in plain] == plain


def test_french_loses_its_cues_from_the_list_and_nothing_else() -> None:
    words = stop_words("_french_") or ()
    kept = without_cues(words, load("fr"))
    assert set(words) - set(kept) == {"n", "ne", "pas", "sans"}


def test_a_contraction_has_its_variants_and_letters_alone_have_borders() -> None:
    filters = char_filters(load("en"), "x")
    rules = filters["x_contractions"]["mappings"]
    assert {"don't => do not", "Don't => Do not", "DON'T => DO NOT", "won't => will not"} <= set(rules)
    assert not any(rule.startswith("cannot ") for rule in rules)
    (pattern,) = (each for each in filters.values() if each["type"] == "pattern_replace")
    assert "cannot" in pattern["pattern"]
    assert pattern["replacement"] == "can not"


def test_a_clitic_becomes_the_cue_that_it_is_short_for() -> None:
    replacements = [
        each["replacement"] for each in char_filters(load("fr"), "x").values() if "replacement" in each
    ]
    assert replacements == ["ne "]
    italian = [
        each["replacement"] for each in char_filters(load("it"), "x").values() if "replacement" in each
    ]
    assert italian == ["nessun ", "senza "]


def test_a_language_without_apostrophes_needs_no_char_filter() -> None:
    assert char_filters(load("hi"), "x") == {}
