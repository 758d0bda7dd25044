"""The cases beside each rule (``esneg/audit/rules/neg*.yaml``), on real engines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
import yaml
from engines.pool import RunningEngine

from esneg.audit import Finding, audit
from esneg.audit.definitions import DefinitionProbe, probe_definitions
from esneg.audit.rules import Rule, all_rules
from esneg.audit.rules.base import ClusterView
from esneg.audit.templates import waiting_in_templates
from esneg.errors import RequestFailed

VECTOR = {
    "opensearch": {"type": "knn_vector", "dimension": 2, "method": {"name": "hnsw", "engine": "lucene"}},
    "elasticsearch": {"type": "dense_vector", "dims": 2, "index": True, "similarity": "cosine"},
}
MODULES = {
    "No processor type": "ingest-common",
    "unsupported lang": "lang-mustache",
    "no handler": "search pipelines",
    "Invalid processor type": "search-pipeline-common",
}


def cases() -> Iterator[Any]:
    for rule in all_rules():
        path = next(
            f
            for f in files("esneg.audit.rules").iterdir()
            if f.name.startswith(rule.id.lower()) and f.name.endswith(".yaml")
        )
        for name, case in yaml.safe_load(path.read_text("utf-8")).items():
            yield pytest.param(rule, case, id=f"{rule.id}-{name}")


def filled(value: Any, name: str, engine: str) -> Any:
    text = json.dumps(value).replace('"$vector"', json.dumps(VECTOR[engine])).replace("$name", name)
    return json.loads(text)


@pytest.mark.engines("opensearch-3.5", "opensearch-2.19", "elasticsearch-8.19")
@pytest.mark.parametrize(("rule", "case"), cases())
def test_the_rule_finds_what_its_case_says_and_nothing_else(
    engine: RunningEngine, fresh_index: str, rule: Rule, case: dict[str, Any]
) -> None:
    stored = filled(case.get("put", {}), fresh_index, engine.cluster.info.engine)
    for path, body in stored.items():
        put(engine, path, body)
    try:
        if "index" in case:
            body = filled(case["index"], fresh_index, engine.cluster.info.engine)
            if any("vector" in str(spec) for spec in body["mappings"].get("properties", {}).values()):
                body.setdefault("settings", {}).update({"index.knn": True} if is_opensearch(engine) else {})
            engine.cluster.create_index(fresh_index, body)
        found = findings(engine, fresh_index, rule, in_index="index" in case)
    finally:
        for path in stored:
            engine.cluster.request("DELETE", path)
    assert [
        expected_part(finding, want) for finding, want in zip(found, case["finds"], strict=False)
    ] == case["finds"]
    assert len(found) == len(case["finds"]), found


def findings(engine: RunningEngine, name: str, rule: Rule, *, in_index: bool) -> list[Finding]:
    if in_index:
        report = audit(engine.cluster, [name], at_least="info")
        assert report.unaudited == ()
        found = [finding for finding in report.findings if finding.rule == rule.id]
        # A rule about one side tells its cause for each; cases of such a rule name no side.
        return sorted(found, key=lambda finding: (finding.field, finding.side, finding.cause.name))
    if rule.definition:
        waiting = [each for each in waiting_in_templates(engine.cluster) if each.name == name]
        probes = list(probe_definitions(engine.cluster, waiting, ()))
        assert all(isinstance(each, DefinitionProbe) for each in probes)
        return [hit for each in probes if isinstance(each, DefinitionProbe) for hit in rule.definition(each)]
    assert rule.cluster is not None
    return [hit for hit in rule.cluster(ClusterView(engine.cluster, ("en",))) if hit.index == name]


def expected_part(finding: Finding, want: dict[str, Any]) -> dict[str, Any]:
    """What a finding says of the things that a case asks for."""
    says = {
        "subject": finding.subject,
        "field": finding.field,
        "side": finding.side,
        "cause": finding.cause.name,
        "loses": list(finding.lost_cues),
    }
    return {key: says[key] for key in want}


def put(engine: RunningEngine, path: str, body: Any) -> None:
    try:
        engine.cluster.request("PUT", path, body=body)
    except RequestFailed as error:
        lacking = next((module for words, module in MODULES.items() if words in error.message), None)
        if lacking is None:
            raise
        pytest.skip(f"{engine.name} lacks {lacking}")


def is_opensearch(engine: RunningEngine) -> bool:
    return engine.cluster.info.engine == "opensearch"
