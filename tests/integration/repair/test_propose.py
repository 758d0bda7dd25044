"""Repairs on real engines: what the audit found is gone, and everything else comes out as before."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from engines.pool import RunningEngine
from hypothesis import given, settings
from hypothesis import strategies as st

from esneg.analysis.builtin import language_analyzers
from esneg.analysis.stages import run
from esneg.analysis.tokens import Token
from esneg.audit import audit
from esneg.errors import UsageError
from esneg.negation import for_analyzer, load
from esneg.repair import Proposal, apply_in_place, propose

pytestmark = pytest.mark.engines("opensearch-3.5", "opensearch-2.19", "elasticsearch-8.19")

TEXTS = 300
"""Texts without cues to compare a repaired analysis with the original on."""


def chain(*filters: str, **components: Any) -> dict[str, Any]:
    analyzer = {"type": "custom", "tokenizer": "standard", "filter": list(filters)}
    return {"filter": components, "analyzer": {"own": analyzer}}


def char_filtered(**components: Any) -> dict[str, Any]:
    analyzer = {
        "type": "custom",
        "tokenizer": "standard",
        "char_filter": list(components),
        "filter": ["lowercase"],
    }
    return {"char_filter": components, "analyzer": {"own": analyzer}}


OWN: dict[str, dict[str, Any]] = {
    "a built-in analyzer with a list of its own": {
        "analyzer": {
            "own": {"type": "english", "stopwords": ["without", "with"], "stem_exclusion": ["plans"]}
        }
    },
    "a stop list that is named": chain("lowercase", "mine", mine={"type": "stop", "stopwords": "_english_"}),
    "a stop list that is spelled out": chain(
        "lowercase", "mine", mine={"type": "stop", "stopwords": ["no", "the"]}
    ),
    "a stop list that ignores case": chain(
        "mine", "lowercase", mine={"type": "stop", "stopwords": ["NOT", "the"], "ignore_case": True}
    ),
    "a stop filter by the engine's name": chain("lowercase", "stop", "porter_stem"),
    "a length filter": chain("lowercase", "mine", mine={"type": "length", "min": 4}),
    "an edge n-gram filter": chain(
        "lowercase", "mine", mine={"type": "edge_ngram", "min_gram": 4, "max_gram": 9}
    ),
    "an n-gram filter": chain("lowercase", "mine", mine={"type": "ngram", "min_gram": 4, "max_gram": 5}),
    "a keep filter": chain(
        "lowercase", "mine", mine={"type": "keep", "keep_words": ["refundable", "deposit", "valid"]}
    ),
    "a pattern_replace filter": chain(
        "lowercase", "mine", mine={"type": "pattern_replace", "pattern": "^(no|not|un.*)$", "replacement": ""}
    ),
    "synonyms": chain(
        "lowercase",
        "mine",
        mine={"type": "synonym", "synonyms": ["without => with", "deposit, payment", "car => vehicle"]},
    ),
    "three filters in a row": chain(
        "lowercase",
        "first",
        "second",
        "third",
        first={"type": "stop", "stopwords": "_english_"},
        second={"type": "length", "min": 3},
        third={"type": "stop", "stopwords": ["never", "every"]},
    ),
    "a pattern_replace char filter": char_filtered(
        mine={"type": "pattern_replace", "pattern": "(?i)\\b(not?|the)\\b", "replacement": ""}
    ),
    "a mapping char filter": char_filtered(mine={"type": "mapping", "mappings": ["not => ", "& =>  and "]}),
}
"""Analyses that lose English cues, each in a way of its own."""


@contextmanager
def index_with(
    engine: RunningEngine, analysis: Mapping[str, Any], properties: Mapping[str, Any]
) -> Iterator[str]:
    name = f"esneg-test-{uuid.uuid4().hex[:12]}"
    own = {"analysis": analysis} if analysis else {}
    body = {"settings": {"number_of_replicas": 0, **own}, "mappings": {"properties": properties}}
    engine.cluster.create_index(name, body)
    try:
        yield name
    finally:
        engine.cluster.delete_index(name)


def words_without_cues(language: str) -> list[str]:
    """Words of a language's sentences, and its cues' neighbours in the alphabet, none of them a cue."""
    data = load(language)
    cues = {part for cue in (*data.all_cues, *data.contractions) for part in cue.lower().split()}
    affixes = tuple(affix.strip("-") for affix in data.affixes)
    sentences = [pair.affirmative for pair in data.minimal_pairs]
    words = {word.strip(".,;:?!") for sentence in sentences for word in sentence.split()}
    lookalikes = {word.lower() for others in data.lookalikes.values() for word in others}
    return sorted(
        word
        for word in words
        if word.lower() not in cues | lookalikes
        and not word.lower().startswith(affixes)
        and not word.lower().endswith(affixes)
        and (data.spaces or not any(cue in word for cue in cues))
        and "'" not in word
        and "\u2019" not in word
    )


def texts_of(words: list[str], seed: int) -> list[str]:
    random = Random(seed)
    plain = [*words, "the", "a", "of", "x", "42", "Zürich", "e-mail", "--"]
    return [" ".join(random.choices(plain, k=random.randint(1, 12))) for _ in range(TEXTS)]


def tokens_of(engine: RunningEngine, index: str, field: str, texts: list[str]) -> list[list[Token]]:
    """The tokens of each text; positions counted from its first token, since texts are sent many at a time."""
    # The engines refuse to show more than 10,000 tokens at once.
    batches = [texts[at : at + 75] for at in range(0, len(texts), 75)]
    streams = [stream for batch in batches for stream in run(engine.cluster, index, {"field": field}, batch)]
    return [
        [replace(token, position=token.position - each[0].position) for token in each] for each in streams
    ]


def assert_the_same_on_texts_without_cues(
    engine: RunningEngine, index: str, field: str, proposal: Proposal, words: list[str]
) -> None:
    repaired = f"{index}-repaired"
    engine.cluster.create_index(repaired, proposal.body)

    @settings(max_examples=2, deadline=None)
    @given(st.integers(min_value=0, max_value=10**9))
    def same(seed: int) -> None:
        texts = texts_of(words, seed)
        before = tokens_of(engine, index, field, texts)
        after = tokens_of(engine, repaired, field, texts)
        changed = [(t, b, a) for t, b, a in zip(texts, before, after, strict=True) if a != b]
        assert changed == []

    try:
        same()
    finally:
        engine.cluster.delete_index(repaired)


@pytest.mark.parametrize("name", OWN)
def test_the_findings_are_gone_and_texts_without_cues_come_out_as_before(
    engine: RunningEngine, name: str
) -> None:
    field = {"body": {"type": "text", "analyzer": "own"}}
    with index_with(engine, OWN[name], field) as index:
        proposal = propose(engine.cluster, index)
        assert proposal.before.findings
        assert proposal.is_clean, proposal.after.findings
        assert proposal.unresolved == ()
        assert all(change.why for change in proposal.changes)
        assert_the_same_on_texts_without_cues(engine, index, "body", proposal, words_without_cues("en"))


@pytest.mark.parametrize("analyzer", ["french", "german", "spanish", "russian", "turkish", "persian", "thai"])
def test_a_built_in_analyzer_is_spelled_out_without_the_cues_in_its_stop_list(
    engine: RunningEngine, analyzer: str
) -> None:
    with index_with(engine, {}, {"body": {"type": "text", "analyzer": analyzer}}) as index:
        proposal = propose(engine.cluster, index)
        assert proposal.is_clean, proposal.after.findings
        words = words_without_cues(for_analyzer(analyzer)[0])
        assert_the_same_on_texts_without_cues(engine, index, "body", proposal, words)


def test_every_language_analyzer_that_loses_cues_can_be_repaired(engine: RunningEngine) -> None:
    names = [name for name in language_analyzers() if name != "serbian"]
    properties = {name: {"type": "text", "analyzer": name} for name in names}
    with index_with(engine, {}, properties) as index:
        proposal = propose(engine.cluster, index)
    assert {finding.field for finding in proposal.before.findings} >= {"english", "french", "thai", "turkish"}
    assert proposal.is_clean, [(f.field, f.rule, f.cause.name, f.lost_cues) for f in proposal.after.findings]


def test_an_index_without_findings_is_left_as_it_is(engine: RunningEngine) -> None:
    with index_with(engine, {}, {"body": {"type": "text"}}) as index:
        proposal = propose(engine.cluster, index)
    assert (proposal.changes, proposal.patch, proposal.in_place) == ((), {}, ())
    assert proposal.is_clean


def test_the_scratch_indices_are_gone_afterwards(engine: RunningEngine) -> None:
    with index_with(engine, {}, {"body": {"type": "text", "analyzer": "english"}}) as index:
        propose(engine.cluster, index)
        # Others may be at work on the same cluster: theirs are younger than a moment.
        left = engine.cluster.request("GET", f"/{index}*", params={"expand_wildcards": "all"})
    assert set(left) == {index}


def test_with_language_default_the_fields_get_esnegs_own_analyzer(engine: RunningEngine) -> None:
    properties = {"body": {"type": "text", "analyzer": "french"}, "other": {"type": "text"}}
    with index_with(engine, {}, properties) as index:
        proposal = propose(engine.cluster, index, language_default=True)
    assert proposal.is_clean
    fields = proposal.body["mappings"]["properties"]
    assert fields["body"]["analyzer"] == "esneg_fr"
    assert fields["other"] == {"type": "text"}


def test_what_no_setting_can_repair_is_named_with_what_to_do(engine: RunningEngine) -> None:
    analysis = chain("lowercase", "mine", mine={"type": "limit", "max_token_count": 2})
    with index_with(engine, analysis, {"body": {"type": "text", "analyzer": "own"}}) as index:
        proposal = propose(engine.cluster, index)
    assert not proposal.is_clean
    assert proposal.unresolved[0].what.startswith("token filter 'mine' (limit)")
    assert all(each.remedy for each in proposal.unresolved)


def test_the_patch_of_multi_fields_and_objects_names_these_alone(engine: RunningEngine) -> None:
    properties = {
        "author": {"properties": {"bio": {"type": "text", "analyzer": "english"}}},
        "sku": {"type": "keyword", "fields": {"en": {"type": "text", "analyzer": "english"}}},
        "note": {"type": "text"},
    }
    with index_with(engine, {}, properties) as index:
        proposal = propose(engine.cluster, index)
    changed = {"analyzer": "english_keeping_negation"}
    assert proposal.is_clean
    assert proposal.patch["mappings"] == {
        "properties": {"author": {"properties": {"bio": changed}}, "sku": {"fields": {"en": changed}}}
    }


SEARCH_ONLY: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a search analyzer": (
        {},
        {"body": {"type": "text", "analyzer": "standard", "search_analyzer": "english"}},
    ),
    "default_search": ({"analyzer": {"default_search": {"type": "english"}}}, {"body": {"type": "text"}}),
}


@pytest.mark.parametrize("name", SEARCH_ONLY)
def test_a_finding_on_the_search_side_alone_is_repaired_in_place(engine: RunningEngine, name: str) -> None:
    analysis, properties = SEARCH_ONLY[name]
    with index_with(engine, analysis, properties) as index:
        engine.cluster.bulk_index(index, [("1", {"body": "The deposit is not refundable."})])
        proposal = propose(engine.cluster, index)
        assert proposal.in_place
        left = apply_in_place(engine.cluster, proposal)
        assert (left.findings, left.unaudited) == ((), ())
        assert audit(engine.cluster, [index]).findings == ()
        hits = engine.cluster.search(index, {"query": {"match": {"body": "not"}}})["hits"]["hits"]
        assert [hit["_id"] for hit in hits] == ["1"]
        with pytest.raises(UsageError, match="nothing to repair in place"):
            apply_in_place(engine.cluster, propose(engine.cluster, index))


def test_a_finding_on_the_index_side_is_not_repaired_in_place(engine: RunningEngine) -> None:
    with index_with(engine, {}, {"body": {"type": "text", "analyzer": "english"}}) as index:
        proposal = propose(engine.cluster, index)
        assert proposal.in_place == ()
        with pytest.raises(UsageError, match="have to be indexed again"):
            apply_in_place(engine.cluster, proposal)


def test_several_indices_are_refused(engine: RunningEngine) -> None:
    with index_with(engine, {}, {"body": {"type": "text"}}) as one, index_with(engine, {}, {}) as other:
        with pytest.raises(UsageError, match="stands for"):
            propose(engine.cluster, f"{one},{other}")
        with pytest.raises(UsageError, match="stands for no index"):
            propose(engine.cluster, "esneg-test-no-such-*")
