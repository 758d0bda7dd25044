import json
from pathlib import Path
from typing import Any

import pytest

from esneg.analysis.builtin import language_analyzers
from esneg.audit import AuditReport
from esneg.audit.offline import audit_files


def audit(tmp_path: Path, body: Any, **options: Any) -> AuditReport:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(body), "utf-8")
    return audit_files([str(path)], **options)


def field(**spec: Any) -> dict[str, Any]:
    return {"mappings": {"properties": {"t": {"type": "text", **spec}}}}


def own(*filters: str, **components: Any) -> dict[str, Any]:
    analysis = {
        "filter": components,
        "analyzer": {"own": {"tokenizer": "standard", "filter": ["lowercase", *filters]}},
    }
    return {"settings": {"analysis": analysis}, **field(analyzer="own")}


def test_a_stock_analyzer_is_found_on_both_sides_and_the_report_says_that_it_is_static(
    tmp_path: Path,
) -> None:
    report = audit(tmp_path, field(analyzer="english"))
    collapses = {
        f.side: (f.cause.name, f.lost_cues) for f in report.findings if f.rule in ("NEG001", "NEG002")
    }
    assert collapses == {"index": ("english_stop", ("not", "no")), "search": ("english_stop", ("not", "no"))}
    assert report.static
    assert report.sources == {"file": str(tmp_path / "file.json")}


def test_the_standard_analyzer_is_clean(tmp_path: Path) -> None:
    report = audit(tmp_path, field())
    assert (report.findings, report.unaudited) == ((), ())


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        (own("s", s={"type": "stop", "stopwords": "_english_"}), "s"),
        (own("l", l={"type": "length", "min": "4"}), "l"),
        (own("g", g={"type": "edge_ngram", "min_gram": 4, "max_gram": 9}), "g"),
        (own("y", y={"type": "synonym", "synonyms": ["with, without"]}), "y"),
        (own("m", m={"type": "limit", "max_token_count": 2}), "m"),
        (own("k", k={"type": "keep", "keep_words": ["plan"]}), "k"),
    ],
)
def test_each_way_to_lose_a_word_is_followed(tmp_path: Path, body: dict[str, Any], cause: str) -> None:
    report = audit(tmp_path, body)
    assert {f.cause.name for f in report.findings if f.rule == "NEG001"} == {cause}


def test_a_part_that_static_rules_do_not_know_is_named_and_makes_no_clean_bill(tmp_path: Path) -> None:
    report = audit(tmp_path, own("odd", odd={"type": "hunspell", "locale": "en_US"}))
    assert [each.target for each in report.unaudited] == ["component odd"]
    assert report.exit_status() == 2


def test_the_search_side_follows_the_engine_that_the_files_are_for(tmp_path: Path) -> None:
    analysis = {"analyzer": {"default_search": {"type": "english"}}}
    body = {"settings": {"analysis": analysis}, **field(analyzer="standard")}
    assert {f.rule for f in audit(tmp_path, body, dialect="opensearch").findings} >= {"NEG002"}
    assert "NEG002" not in {f.rule for f in audit(tmp_path, body, dialect="elasticsearch").findings}


def test_a_template_is_judged_with_the_components_that_it_is_composed_of(tmp_path: Path) -> None:
    component = {"template": {"settings": {"index.analysis.analyzer.default.type": "german"}}}
    (tmp_path / "part.json").write_text(json.dumps(component), "utf-8")
    body = {"index_patterns": ["x-*"], "composed_of": ["part"]}
    (tmp_path / "whole.json").write_text(json.dumps(body), "utf-8")
    report = audit_files([str(tmp_path)])
    assert [(f.rule, f.subject, f.index, f.cause.name) for f in report.findings] == [
        ("NEG011", "index template", "whole", "german_stop")
    ]


@pytest.mark.parametrize("analyzer", language_analyzers())
def test_every_language_analyzer_can_be_judged(tmp_path: Path, analyzer: str) -> None:
    report = audit(tmp_path, field(analyzer=analyzer))
    assert report.unaudited == ()
    lost = {cue for f in report.findings if f.rule == "NEG001" for cue in f.lost_cues}
    # Lost to normalisers and stemmers, or cut from text without spaces: only an engine sees that.
    unseen = {"bengali", "estonian", "lithuanian", "thai"}
    assert bool(lost) == (analyzer not in {"armenian", "cjk"} | unseen)
