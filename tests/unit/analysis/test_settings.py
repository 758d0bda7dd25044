from typing import Any

import pytest

from esneg.analysis.settings import AnalysisSettings, rebuilt

SETTINGS = AnalysisSettings(
    {
        "filter": {
            "no_stop": {"type": "stop", "stopwords": ["a", "not"]},
            "stem_en": {"type": "stemmer", "language": "light_english"},
        },
        "analyzer": {
            "chain": {"type": "custom", "tokenizer": "standard", "filter": ["lowercase", "no_stop"]},
            "stemmed": {"tokenizer": "standard", "filter": ["stem_en"]},
            "strict": {"type": "english", "stopwords": ["a"], "stem_exclusion": ["boats"]},
        },
        "normalizer": {"folded": {"type": "custom", "filter": ["lowercase"]}},
    }
)


def test_a_component_that_the_index_defines_has_its_settings() -> None:
    assert SETTINGS.component("token_filter", "no_stop")["stopwords"] == ["a", "not"]


def test_a_component_that_it_does_not_define_is_the_engines_own() -> None:
    assert SETTINGS.component("token_filter", "lowercase") == {"type": "lowercase"}


def test_normalizers_are_found_like_analyzers() -> None:
    assert SETTINGS.analyzer("folded") == {"type": "custom", "filter": ["lowercase"]}


def test_the_language_shows_in_the_type_the_stemmer_or_the_stop_list() -> None:
    assert SETTINGS.languages("english") == ("en",)
    assert SETTINGS.languages("strict") == ("en",)
    assert SETTINGS.languages("stemmed") == ("en",)
    assert SETTINGS.languages("chain") == ()


@pytest.mark.parametrize(
    ("definition", "languages"),
    [
        ({"tokenizer": "thai"}, ("th",)),
        ({"tokenizer": "kuromoji_tokenizer"}, ("ja",)),
        ({"tokenizer": "my_nori"}, ("ko",)),
        ({"tokenizer": "standard", "filter": ["lowercase", "porter_stem"]}, ("en",)),
        ({"tokenizer": "standard", "filter": ["my_normalization"]}, ("de",)),
        ({"tokenizer": "standard", "filter": ["cjk_bigram"]}, ("ja", "ko", "zh")),
        ({"tokenizer": "standard", "filter": ["lowercase", "asciifolding"]}, ()),
    ],
)
def test_the_language_shows_in_a_tokenizer_or_filter_made_for_it(
    definition: dict[str, Any], languages: tuple[str, ...]
) -> None:
    settings = AnalysisSettings(
        {
            "analyzer": {"mine": definition},
            "tokenizer": {"my_nori": {"type": "nori_tokenizer"}},
            "filter": {"my_normalization": {"type": "german_normalization"}},
        }
    )
    assert settings.languages("mine") == languages


def test_a_built_in_analyzer_is_rebuilt_with_the_parameters_that_the_index_gives_it() -> None:
    chain = rebuilt(SETTINGS, "strict")
    assert chain is not None
    by_name = {component.name: component.settings for component in chain.filters}
    assert by_name["english_stop"] == {"type": "stop", "stopwords": ["a"]}
    assert by_name["english_keywords"] == {"type": "keyword_marker", "keywords": ["boats"]}


def test_without_a_stem_exclusion_the_chain_has_no_keyword_marker() -> None:
    chain = rebuilt(SETTINGS, "english")
    assert chain is not None
    assert "english_keywords" not in [component.name for component in chain.filters]


def test_a_custom_chain_has_nothing_to_rebuild() -> None:
    assert rebuilt(SETTINGS, "chain") is None
