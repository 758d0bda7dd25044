"""The order of passages on real engines: what a question asks comes before its opposite."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from engines.pool import RunningEngine

from esneg.analysis.polarity import AFFIX, MARKER, polarity_analysis, polarity_field
from esneg.analysis.stages import run
from esneg.errors import RequestFailed
from esneg.negation import available, load
from esneg.search import HybridSearcher
from esneg.search.polarity import build_query

PASSAGES = {
    "en": {
        "gold": "The Gold plan does not cover dental implants. It covers glasses.",
        "silver": "The Silver plan covers dental implants. It excludes glasses.",
        "card": "The Blue card charges a fee but it is valid abroad.",
        "free": "The Green card is issued without a fee but it is invalid abroad.",
        "leave": "Parental leave is unpaid.",
        "sick": "Sick leave is paid.",
        "both": "Not only crowns but also bridges belong to the Bronze plan.",
        "none": "No crowns or bridges belong to the Iron plan.",
    },
    "es": {
        "oro": "El plan Oro no cubre los implantes dentales. Cubre las gafas.",
        "plata": "El plan Plata cubre los implantes dentales. Excluye las gafas.",
    },
    "de": {
        "gold": "Der Tarif Gold deckt Zahnimplantate nicht ab. Er zahlt Brillen.",
        "silber": "Der Tarif Silber deckt Zahnimplantate ab. Brillen zahlt er nicht.",
    },
    "fr": {
        "or": "Le contrat Or ne couvre pas les implants dentaires. Il couvre les lunettes.",
        "argent": "Le contrat Argent couvre les implants dentaires. Il exclut les lunettes.",
    },
}

QUESTIONS = [
    ("en", "Which plan does not cover dental implants?", "gold", "silver"),
    ("en", "Which plan covers dental implants?", "silver", "gold"),
    ("en", "Doesn't any plan cover dental implants?", "silver", "gold"),
    ("en", "Which plan doesn’t cover glasses?", "silver", "gold"),
    ("en", "Which plan covers glasses?", "gold", "silver"),
    ("en", "Which card has no fee?", "free", "card"),
    ("en", "Which card comes without a fee?", "free", "card"),
    ("en", "Which card charges a fee?", "card", "free"),
    ("en", "Which card is not valid abroad?", "free", "card"),
    ("en", "Which card is valid abroad?", "card", "free"),
    ("en", "Which leave is not paid?", "leave", "sick"),
    ("en", "Which leave is paid?", "sick", "leave"),
    ("en", "Which leave is unpaid?", "leave", "sick"),
    ("en", "Which plan has crowns?", "both", "none"),
    ("en", "Which plan has no crowns?", "none", "both"),
    ("es", "¿Qué plan no cubre los implantes dentales?", "oro", "plata"),
    ("es", "¿Qué plan cubre los implantes dentales?", "plata", "oro"),
    ("es", "¿Qué plan no cubre las gafas?", "plata", "oro"),
    ("de", "Welcher Tarif deckt Zahnimplantate nicht ab?", "gold", "silber"),
    ("de", "Welcher Tarif deckt Zahnimplantate ab?", "silber", "gold"),
    ("fr", "Quel contrat ne couvre pas les implants dentaires ?", "or", "argent"),
    ("fr", "Quel contrat couvre les implants dentaires ?", "argent", "or"),
    ("fr", "Quel contrat ne couvre pas les lunettes ?", "argent", "or"),
]


@pytest.fixture(scope="module")
def indices(engine: RunningEngine) -> Iterator[dict[str, str]]:
    """Language -> an index of its passages."""
    made = {}
    try:
        for code, passages in PASSAGES.items():
            name = made[code] = f"esneg-test-{uuid.uuid4().hex[:12]}"
            create(engine, name, code)
            documents = [(key, {"body": text}) for key, text in passages.items()]
            assert not engine.cluster.bulk_index(name, documents)
        yield made
    finally:
        for name in made.values():
            engine.cluster.delete_index(name, missing_ok=True)


def create(engine: RunningEngine, index: str, code: str) -> None:
    language = load(code)
    engine.cluster.create_index(
        index,
        {
            "settings": {
                "number_of_shards": 1,
                "number_of_replicas": 0,
                "analysis": polarity_analysis(language),
            },
            "mappings": {
                "properties": {"body": {"type": "text", "fields": {"polarity": polarity_field(language)}}}
            },
        },
    )


def tokens(engine: RunningEngine, index: str, text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = engine.cluster.analyze({"field": "body.polarity", "text": text}, index)[
        "tokens"
    ]
    return found


@pytest.mark.parametrize(("code", "question", "right", "wrong"), QUESTIONS)
def test_a_passage_that_says_what_is_asked_comes_before_its_opposite(
    engine: RunningEngine, indices: dict[str, str], code: str, question: str, right: str, wrong: str
) -> None:
    body = {"query": build_query(question, "body.polarity", code), "size": 10}
    hits = engine.cluster.search(indices[code], body)["hits"]["hits"]
    scores = {hit["_id"]: hit["_score"] for hit in hits}
    assert scores[right] > scores[wrong]


def test_the_searcher_finds_the_field_and_its_language(
    engine: RunningEngine, indices: dict[str, str]
) -> None:
    searcher = HybridSearcher(engine.cluster, indices["es"], legs=["polarity"])
    result = searcher.search("¿Qué plan no cubre los implantes dentales?")
    assert result.hits[0].id == "oro"
    (plan,) = searcher.explain_polarity("¿Qué plan no cubre los implantes dentales?").values()
    assert plan.reading.denied == ("cubre", "implantes", "dentales")


def test_a_marker_stands_at_the_position_of_its_cue(engine: RunningEngine, indices: dict[str, str]) -> None:
    found = tokens(engine, indices["en"], "It isn’t covered")
    at = {token["token"]: token["position"] for token in found}
    assert at[MARKER] == at["not"]


def test_an_affix_stands_beside_the_word_that_it_denies(
    engine: RunningEngine, indices: dict[str, str]
) -> None:
    unpaid, paid = (tokens(engine, indices["en"], word) for word in ("unpaid", "paid"))
    assert {token["position"] for token in unpaid} == {0}
    assert {token["token"] for token in unpaid} > {token["token"] for token in paid} | {MARKER, AFFIX}


def test_a_pseudo_negation_has_no_marker(engine: RunningEngine, indices: dict[str, str]) -> None:
    found = [token["token"] for token in tokens(engine, indices["en"], "Not only cheap")]
    assert MARKER not in found
    assert "not" in found


# Thai words are cut by the engine's Java runtime, and not every one can.
@pytest.mark.parametrize("code", sorted({*available()} - {"th"}))
def test_every_language_marks_its_negated_sentences(
    engine: RunningEngine, fresh_index: str, code: str
) -> None:
    language = load(code)
    try:
        create(engine, fresh_index, code)
    except RequestFailed as error:
        # Lucene has had a Serbian stemmer since its version 9; Elasticsearch 7.10 runs on 8.7.
        if "SerbianStemmer" not in error.message:
            raise
        pytest.skip(f"{engine.name} lacks the Serbian stemmer")
    # Negation inside a word ("nekryje") has no token of its own; docs/polarity.md says so.
    pairs = [p for p in language.minimal_pairs if p.cue.strip("-") == p.cue]
    streams = run(engine.cluster, fresh_index, {"field": "body.polarity"}, [pair.negated for pair in pairs])
    unmarked = [
        pair.negated
        for pair, stream in zip(pairs, streams, strict=True)
        if MARKER not in {token.text for token in stream}
    ]
    assert not unmarked
