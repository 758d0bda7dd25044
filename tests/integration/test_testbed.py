"""The test bed's analysis is what the engines do: OpenSearch 2.19 has the same origin and the same Lucene line."""

from __future__ import annotations

from typing import Any

import pytest
from engines.pool import EnginePool, external_urls

from esneg.clusters import Cluster
from esneg.errors import RequestFailed

TEXT = (
    "The plans don't cover the l'implant's naïve Häuser and Dog-Houses, WiFi2000 & e-mails foo@bar.com; not all. "
    "nicht ohne keine jamais sans não sem neither без не нет 没有 ไม่ใช่ لا يوجد هیچ नहीं nincs ikke inte mai değil "
    "running"
)


def words(text: str) -> list[str]:
    return text.split()


# OpenSearch has no `serbian` analyzer.
ANALYZERS = words(
    """
    arabic armenian basque bengali brazilian bulgarian catalan cjk czech danish dutch english
    estonian finnish french galician german greek hindi hungarian indonesian irish italian latvian
    lithuanian norwegian persian portuguese romanian russian sorani spanish swedish thai turkish
    chinese snowball pattern fingerprint standard simple stop whitespace keyword
    """
)

FILTERS_ALONE = words(
    """
    apostrophe arabic_normalization arabic_stem asciifolding bengali_normalization brazilian_stem
    cjk_bigram cjk_width classic czech_stem decimal_digit delimited_payload dutch_stem edge_ngram
    elision fingerprint flatten_graph french_stem german_normalization german_stem
    hindi_normalization indic_normalization keyword_repeat kstem length limit lowercase min_hash
    ngram persian_normalization porter_stem remove_duplicates reverse russian_stem
    scandinavian_folding scandinavian_normalization serbian_normalization snowball
    sorani_normalization stemmer trim truncate unique uppercase word_delimiter word_delimiter_graph
    """
)

STEMMERS = words(
    """
    arabic armenian basque bengali brazilian bulgarian catalan czech danish dutch dutch_kp english
    light_english lovins minimal_english porter porter2 possessive_english estonian finnish
    light_finnish french light_french minimal_french galician minimal_galician german german2
    light_german minimal_german greek hindi hungarian light_hungarian indonesian irish italian
    light_italian latvian lithuanian norwegian light_norwegian minimal_norwegian light_nynorsk
    minimal_nynorsk persian portuguese light_portuguese minimal_portuguese portuguese_rslp romanian
    russian light_russian serbian sorani spanish light_spanish swedish light_swedish turkish
    """
)

FILTERS: list[dict[str, Any]] = [
    *({"type": "lowercase", "language": language} for language in ("greek", "irish", "turkish")),
    *({"type": "stemmer", "language": language} for language in STEMMERS),
    *({"type": "snowball", "language": language} for language in ("German2", "English", "Dutch", "Porter")),
    {"type": "asciifolding", "preserve_original": True},
    {"type": "cjk_bigram", "ignored_scripts": ["han"], "output_unigrams": True},
    {"type": "common_grams", "common_words": ["the", "not"]},
    {"type": "common_grams", "common_words": ["the", "not"], "query_mode": True},
    {"type": "dictionary_decompounder", "word_list": ["dog", "house"]},
    {"type": "edge_ngram"},
    {"type": "edge_ngram", "min_gram": 4, "max_gram": 6},
    {"type": "edge_ngram", "min_gram": 4, "max_gram": 6, "preserve_original": True},
    {"type": "edge_ngram", "min_gram": 2, "max_gram": 3, "side": "back"},
    {"type": "elision", "articles": ["l"], "articles_case": True},
    {"type": "fingerprint", "separator": "+"},
    {"type": "keep", "keep_words": ["the", "plans"]},
    {"type": "keep", "keep_words": ["THE"], "keep_words_case": True},
    {"type": "keep_types", "types": ["<ALPHANUM>"], "mode": "exclude"},
    {"type": "keyword_marker", "keywords": ["running"]},
    {"type": "length", "min": 4},
    {"type": "length", "max": 3},
    {"type": "limit", "max_token_count": 3},
    {"type": "multiplexer", "filters": ["lowercase", "lowercase, porter_stem"]},
    {"type": "ngram", "min_gram": 2, "max_gram": 3},
    {"type": "pattern_capture", "patterns": ["(o.)"]},
    {"type": "pattern_replace", "pattern": "^(not?|don't)$", "replacement": ""},
    {"type": "shingle"},
    {"type": "stemmer_override", "rules": ["running => runx"]},
    {"type": "stop", "stopwords": "_french_"},
    {"type": "synonym", "synonyms": ["plans, policies", "not all => some", "running => sprint"]},
    {"type": "synonym_graph", "synonyms": ["the plans, whole policies"]},
    {"type": "truncate", "length": 2},
    {"type": "unique", "only_on_same_position": True},
    {
        "type": "word_delimiter_graph",
        "catenate_all": True,
        "preserve_original": True,
        "type_table": ["@ => ALPHA"],
    },
]

TOKENIZERS: list[str | dict[str, Any]] = [
    *("classic", "edge_ngram", "keyword", "letter", "lowercase", "ngram", "path_hierarchy", "pattern"),
    *("simple_pattern", "simple_pattern_split", "standard", "thai", "uax_url_email", "whitespace"),
    {"type": "char_group", "tokenize_on_chars": ["whitespace", "-", "\\n"]},
    {"type": "edge_ngram", "min_gram": 4, "max_gram": 5, "token_chars": ["letter"]},
    {"type": "ngram", "min_gram": 2, "max_gram": 3, "token_chars": ["letter", "digit"]},
    {"type": "ngram", "token_chars": ["custom"], "custom_token_chars": "aeiou"},
    {"type": "path_hierarchy", "delimiter": "-", "reverse": True, "skip": 1},
    {"type": "pattern", "pattern": "'([^']+)'", "group": 1},
    {"type": "whitespace", "max_token_length": 3},
]

CHAR_FILTERS: list[str | dict[str, Any]] = [
    "html_strip",
    {"type": "mapping", "mappings": ["don't => do not", "& =>  and ", "\\u0020 => _"]},
    {"type": "pattern_replace", "pattern": "(not?|don't)", "replacement": "<$1>"},
]

DEFINED = {
    "own": {"type": "english", "stopwords": ["plan"], "stem_exclusion": ["running"]},
    "unstopped": {"type": "english", "stopwords": "_none_"},
    "cased": {"type": "pattern", "stopwords": "_english_", "lowercase": False},
    "printed": {"type": "fingerprint", "stopwords": "_english_"},
}

Case = dict[str, Any]


@pytest.fixture(scope="module")
def testbed_and_judge(engine_pool: EnginePool) -> tuple[Cluster, Cluster]:
    if external_urls():
        pytest.skip("this run is on clusters that were already up: the test bed is not in it")
    testbed = engine_pool.get("elasticsearch-8.19")
    if testbed.origin == "official image":
        pytest.skip("this run has the official image: the test bed is not in it")
    return testbed.cluster, engine_pool.get("opensearch-2.19").cluster


def differences(clusters: tuple[Cluster, Cluster], cases: list[Case], index: str | None = None) -> list[Case]:
    def answer(cluster: Cluster, case: Case) -> Any:
        return cluster.analyze({**case, "text": TEXT}, index)["tokens"]

    testbed, judge = clusters
    return [case for case in cases if answer(testbed, case) != answer(judge, case)]


def test_analyzers(testbed_and_judge: tuple[Cluster, Cluster]) -> None:
    assert differences(testbed_and_judge, [{"analyzer": name} for name in ANALYZERS]) == []


def test_analyzers_with_settings_and_normalizers(
    testbed_and_judge: tuple[Cluster, Cluster], request: pytest.FixtureRequest
) -> None:
    index = "esneg-test-testbed"
    normalizer = {"folded": {"type": "custom", "filter": ["lowercase", "asciifolding"]}}
    for cluster in testbed_and_judge:
        cluster.delete_index(index, missing_ok=True)
        cluster.create_index(
            index, {"settings": {"analysis": {"analyzer": DEFINED, "normalizer": normalizer}}}
        )
        request.addfinalizer(lambda cluster=cluster: cluster.delete_index(index))
    cases: list[Case] = [{"analyzer": name} for name in DEFINED]

    assert differences(testbed_and_judge, [*cases, {"normalizer": "folded"}], index) == []


def test_token_filters_by_name(testbed_and_judge: tuple[Cluster, Cluster]) -> None:
    cases: list[Case] = [{"tokenizer": "whitespace", "filter": [name]} for name in FILTERS_ALONE]

    assert differences(testbed_and_judge, cases) == []


def test_token_filters_with_settings(testbed_and_judge: tuple[Cluster, Cluster]) -> None:
    cases: list[Case] = [{"tokenizer": "standard", "filter": ["lowercase", each]} for each in FILTERS]

    assert differences(testbed_and_judge, cases) == []


def test_tokenizers(testbed_and_judge: tuple[Cluster, Cluster]) -> None:
    assert differences(testbed_and_judge, [{"tokenizer": each} for each in TOKENIZERS]) == []


def test_char_filters(testbed_and_judge: tuple[Cluster, Cluster]) -> None:
    cases: list[Case] = [{"tokenizer": "keyword", "char_filter": [each]} for each in CHAR_FILTERS]

    assert differences(testbed_and_judge, cases) == []


@pytest.mark.parametrize("filter_name", ["truncate", "elision", "keep", "synonym", "mapping"])
def test_a_definition_without_what_it_needs_is_refused(
    testbed_and_judge: tuple[Cluster, Cluster], filter_name: str
) -> None:
    kind = "char_filter" if filter_name == "mapping" else "filter"
    for cluster in testbed_and_judge:
        with pytest.raises(RequestFailed, match="400"):
            cluster.analyze({"tokenizer": "standard", kind: [{"type": filter_name}], "text": TEXT})
