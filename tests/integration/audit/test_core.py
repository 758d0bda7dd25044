"""The audit's core on real engines: both sides of a field, the cause named, no false alarm."""

from __future__ import annotations

from typing import Any

import pytest
from engines.pool import RunningEngine

from esneg.audit import AuditReport, Finding, audit
from esneg.errors import RequestFailed

COLLAPSE = {"NEG001", "NEG002", "NEG003"}


def create(
    engine: RunningEngine, index: str, properties: dict[str, Any], analysis: dict[str, Any] | None = None
) -> None:
    settings: dict[str, Any] = {"number_of_shards": 1, "number_of_replicas": 0}
    if analysis:
        settings["analysis"] = analysis
    engine.cluster.create_index(index, {"settings": settings, "mappings": {"properties": properties}})


def knows_type(engine: RunningEngine, index: str, spec: dict[str, Any]) -> bool:
    """Whether the engine has a mapping type: some come with a module that an image may lack."""
    try:
        create(engine, index, {"probe": spec})
    except RequestFailed as error:
        if "o handler for type" not in error.reason and "The mapper type" not in error.reason:
            raise
        return False
    engine.cluster.delete_index(index)
    return True


def by_side(report: AuditReport, field: str = "body") -> dict[str, Finding]:
    found = [finding for finding in report.findings if finding.field == field and finding.rule in COLLAPSE]
    assert len({finding.side for finding in found}) == len(found), "one cause a side was expected"
    return {finding.side: finding for finding in found}


def chain(*filters: str, **components: Any) -> dict[str, Any]:
    return {
        "filter": components,
        "analyzer": {"own": {"type": "custom", "tokenizer": "standard", "filter": list(filters)}},
    }


OWN = {"body": {"type": "text", "analyzer": "own"}}


def test_the_stock_english_analyzer_loses_not_and_no_to_its_stop_filter_on_both_sides(
    engine: RunningEngine, fresh_index: str
) -> None:
    create(engine, fresh_index, {"body": {"type": "text", "analyzer": "english"}})
    found = by_side(audit(engine.cluster, [fresh_index]))
    assert {side: finding.rule for side, finding in found.items()} == {"index": "NEG001", "search": "NEG002"}
    for finding in found.values():
        assert (finding.cause.kind, finding.cause.name) == ("token_filter", "english_stop")
        assert finding.cause.settings["stopwords"] == "_english_"
        assert finding.lost_cues == ("not", "no")
        assert finding.evidence.tokens_affirmative == finding.evidence.tokens_negated


def test_the_standard_analyzer_is_clean(engine: RunningEngine, fresh_index: str) -> None:
    create(engine, fresh_index, {"body": {"type": "text"}})
    report = audit(engine.cluster, [fresh_index])
    assert (report.findings, report.unaudited, report.fields) == ((), (), 1)
    assert report.exit_status() == 0


def test_esnegs_own_analysis_is_clean(engine: RunningEngine, fresh_index: str) -> None:
    from esneg.analysis.keeping import analyzer_name, keeping_analysis
    from esneg.negation import load

    english = load("en")
    body = {"body": {"type": "text", "analyzer": analyzer_name(english)}}
    create(engine, fresh_index, body, keeping_analysis(english))
    report = audit(engine.cluster, [fresh_index])
    assert (report.findings, report.unaudited) == ((), ())


@pytest.mark.parametrize(
    ("analysis", "cause", "lost"),
    [
        (
            chain("lowercase", "mine", mine={"type": "stop", "stopwords": ["no", "never"]}),
            "mine",
            {"no", "never"},
        ),
        (chain("lowercase", "long", long={"type": "length", "min": 4}), "long", {"not", "no"}),
        (
            chain("lowercase", "grams", grams={"type": "edge_ngram", "min_gram": 4, "max_gram": 12}),
            "grams",
            {"not", "no"},
        ),
    ],
    ids=["stop filter of its own", "length of min 4", "edge n-gram of min 4"],
)
def test_a_custom_chain_is_caught_at_the_right_stage(
    engine: RunningEngine, fresh_index: str, analysis: dict[str, Any], cause: str, lost: set[str]
) -> None:
    create(engine, fresh_index, OWN, analysis)
    found = by_side(audit(engine.cluster, [fresh_index]))
    assert set(found) == {"index", "search"}
    for finding in found.values():
        assert (finding.cause.kind, finding.cause.name) == ("token_filter", cause)
        assert lost <= set(finding.lost_cues)


def test_a_char_filter_that_takes_a_cue_out_is_named(engine: RunningEngine, fresh_index: str) -> None:
    eraser = {"type": "pattern_replace", "pattern": "(?i)\\bnot\\b", "replacement": ""}
    analysis = {
        "char_filter": {"eraser": eraser},
        "analyzer": {"own": {"type": "custom", "tokenizer": "standard", "char_filter": ["eraser"]}},
    }
    create(engine, fresh_index, OWN, analysis)
    found = by_side(audit(engine.cluster, [fresh_index]))
    assert {(f.cause.kind, f.cause.name) for f in found.values()} == {("char_filter", "eraser")}


def test_an_english_analyzer_with_a_stop_list_of_its_own_is_judged_by_that_list(
    engine: RunningEngine, fresh_index: str
) -> None:
    analysis = {"analyzer": {"own": {"type": "english", "stopwords": ["without", "with"]}}}
    create(engine, fresh_index, OWN, analysis)
    found = by_side(audit(engine.cluster, [fresh_index]))
    assert {f.lost_cues for f in found.values()} == {("without",)}
    assert {f.cause.name for f in found.values()} == {"english_stop"}


def test_a_search_analyzer_of_its_own_is_reported_on_the_search_side_alone(
    engine: RunningEngine, fresh_index: str
) -> None:
    create(
        engine, fresh_index, {"body": {"type": "text", "analyzer": "standard", "search_analyzer": "english"}}
    )
    found = by_side(audit(engine.cluster, [fresh_index]))
    assert {side: f.analyzer for side, f in found.items()} == {"search": "english"}


def test_a_quote_analyzer_of_its_own_is_reported_on_the_quote_side(
    engine: RunningEngine, fresh_index: str
) -> None:
    # The field's phrase queries keep the gap of a dropped word, so only a pair whose words are all dropped
    # or replaced at their places collapses: here both "with" and "without".
    analysis = {
        "filter": {"mine": {"type": "stop", "stopwords": ["with", "without"]}},
        "analyzer": {"quoting": {"type": "custom", "tokenizer": "standard", "filter": ["lowercase", "mine"]}},
    }
    quoting = {"type": "text", "analyzer": "standard", "search_quote_analyzer": "quoting"}
    create(engine, fresh_index, {"body": {**quoting, "search_analyzer": "standard"}}, analysis)
    found = by_side(audit(engine.cluster, [fresh_index]))
    assert {side: (f.analyzer, f.lost_cues) for side, f in found.items()} == {
        "quote": ("quoting", ("without",))
    }


def test_default_search_is_searched_with_even_where_a_field_names_its_analyzer_except_on_elasticsearch_8(
    engine: RunningEngine, fresh_index: str
) -> None:
    analysis = {"analyzer": {"default_search": {"type": "english"}}}
    properties = {
        "named": {"type": "text", "analyzer": "standard"},
        "plain": {"type": "text"},
        "explicit": {"type": "text", "analyzer": "standard", "search_analyzer": "standard"},
    }
    create(engine, fresh_index, properties, analysis)
    report = audit(engine.cluster, [fresh_index])
    info = engine.cluster.info
    keeps_the_fields_own = info.engine == "elasticsearch" and info.version_tuple >= (8,)
    trapped = {"plain"} if keeps_the_fields_own else {"named", "plain"}
    assert {(f.field, f.side, f.analyzer) for f in report.findings} == {
        (field, "search", "default_search") for field in trapped
    }
    assert {f.cause.name for f in report.findings} == {"english_stop"}


def test_every_kind_of_field_is_audited_or_named(engine: RunningEngine, fresh_index: str) -> None:
    english = {"type": "text", "analyzer": "english"}
    properties = {
        "sku": {"type": "keyword", "fields": {"en": english}},
        "author": {"properties": {"bio": english}},
        "parts": {"type": "nested", "properties": {"note": english}},
        "also": {"type": "alias", "path": "author.bio"},
        "unsearchable": {**english, "index": False},
    }
    analyzed = {"typed": {"type": "search_as_you_type", "analyzer": "english"}}
    flat = {"labels": {"type": "flattened"}, "more_labels": {"type": "flat_object"}}
    optional = {
        name: spec for name, spec in {**analyzed, **flat}.items() if knows_type(engine, fresh_index, spec)
    }
    create(engine, fresh_index, {**properties, **optional})
    report = audit(engine.cluster, [fresh_index])
    described = {f.field: f.field_type for f in report.findings}
    assert described == {
        "sku.en": "text (multi-field)",
        "author.bio": "text",
        "parts.note": "text (nested)",
        "also": "alias of author.bio",
        **{name: "search_as_you_type" for name in analyzed if name in optional},
    }
    named = {each.target.partition("/")[2] for each in report.not_analyzed}
    assert named == {"unsearchable", *(flat.keys() & optional.keys())}
    assert report.unaudited == ()


def test_a_closed_index_and_a_missing_one_are_listed_and_the_rest_is_audited(
    engine: RunningEngine, fresh_index: str
) -> None:
    closed = f"{fresh_index}-closed"
    create(engine, fresh_index, {"body": {"type": "text", "analyzer": "english"}})
    create(engine, closed, {"body": {"type": "text"}})
    try:
        engine.cluster.request("POST", f"/{closed}/_close")
        report = audit(engine.cluster, [f"{fresh_index}*", "no-such-index-here"])
    finally:
        engine.cluster.delete_index(closed)
    assert {f.index for f in report.findings} == {fresh_index}
    assert {each.target for each in report.unaudited} == {closed, "no-such-index-here"}
    assert report.exit_status() == 2


def test_an_alias_stands_for_its_indices(engine: RunningEngine, fresh_index: str) -> None:
    create(engine, fresh_index, {"body": {"type": "text", "analyzer": "english"}})
    engine.cluster.request(
        "POST",
        "/_aliases",
        body={"actions": [{"add": {"index": fresh_index, "alias": f"{fresh_index}-alias"}}]},
    )
    report = audit(engine.cluster, [f"{fresh_index}-alias"])
    assert {f.index for f in report.findings} == {fresh_index}


def test_indices_that_share_an_analysis_are_probed_once(engine: RunningEngine, fresh_index: str) -> None:
    names = [f"{fresh_index}-{number}" for number in range(4)]
    properties = {f"f{number}": {"type": "text", "analyzer": "english"} for number in range(5)}
    for name in names:
        create(engine, name, properties)
    calls: list[str] = []
    request = engine.cluster.request
    try:
        engine.cluster.request = lambda method, path, **rest: (
            calls.append(path),
            request(method, path, **rest),
        )[1]  # type: ignore[assignment, method-assign]
        report = audit(engine.cluster, [f"{fresh_index}-*"])
    finally:
        engine.cluster.request = request  # type: ignore[method-assign]
        for name in names:
            engine.cluster.delete_index(name)
    assert (report.indices, report.fields, report.analyses) == (4, 20, 1)
    assert len({(f.index, f.field, f.side) for f in report.findings}) == 40
    # Index side, its stages; the explained query, the analyzer named in it, its tokens, its stages.
    assert len([path for path in calls if "_analyze" in path or "_validate" in path]) <= 8


def test_the_report_validates_against_its_schema(engine: RunningEngine, fresh_index: str) -> None:
    import json
    from importlib.resources import files

    import jsonschema

    create(engine, fresh_index, {"body": {"type": "text", "analyzer": "english"}})
    report = audit(engine.cluster, [fresh_index, "no-such-index-here"]).to_dict()
    schema = json.loads((files("esneg.audit") / "schema.json").read_text("utf-8"))
    jsonschema.validate(report, schema, cls=jsonschema.Draft202012Validator)
    assert report["findings"]
    assert report["unaudited"]
