"""Every built-in language analyzer, audited in its own language, says what the language matrix says."""

from __future__ import annotations

from collections import Counter

import pytest
from engines.pool import RunningEngine

from esneg.analysis.builtin import language_analyzers
from esneg.audit import AuditReport, audit
from esneg.audit.matrix import AnalyzerFates, analyzers_that_drop, measure


@pytest.fixture(scope="module")
def fates(engine: RunningEngine) -> list[AnalyzerFates]:
    return list(measure(engine.cluster))


def audited(engine: RunningEngine, index: str, analyzers: list[str]) -> AuditReport:
    fields = {name: {"type": "text", "analyzer": name} for name in analyzers}
    settings = {"number_of_shards": 1, "number_of_replicas": 0}
    engine.cluster.create_index(index, {"settings": settings, "mappings": {"properties": fields}})
    return audit(engine.cluster, [index])


def test_one_audit_of_a_field_in_each_language_finds_exactly_the_pairs_that_collapse(
    engine: RunningEngine, fresh_index: str, fates: list[AnalyzerFates]
) -> None:
    analyzers = list(dict.fromkeys(each.analyzer for each in fates))
    report = audited(engine, fresh_index, analyzers)
    assert (report.unaudited, report.fields) == ((), len(analyzers))
    expected = {
        (each.analyzer, each.language.code): len(each.pairs_collapsed)
        for each in fates
        if each.pairs_collapsed
    }
    for rule in ("NEG001", "NEG002"):
        found: Counter[tuple[str, str]] = Counter()
        for finding in report.findings:
            if finding.rule == rule:
                found[finding.field, finding.language] += finding.pairs_collapsed
        assert found == expected, rule


def test_each_loss_of_a_language_analyzer_is_laid_at_a_filter_by_its_documented_name(
    engine: RunningEngine, fresh_index: str, fates: list[AnalyzerFates]
) -> None:
    report = audited(engine, fresh_index, list(dict.fromkeys(each.analyzer for each in fates)))
    causes = {(finding.field, finding.cause.kind) for finding in report.findings if finding.rule == "NEG001"}
    assert {kind for _, kind in causes} == {"token_filter"}


def test_nearly_every_language_analyzer_drops_an_everyday_cue(fates: list[AnalyzerFates]) -> None:
    measured = {each.analyzer for each in fates}
    assert set(language_analyzers()) - {"serbian"} <= measured
    assert measured - set(analyzers_that_drop(fates)) == {"armenian", "cjk"}
