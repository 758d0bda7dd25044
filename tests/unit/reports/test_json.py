"""JSON: the schema, and memory that does not grow with the findings."""

import json
import tracemalloc
from dataclasses import replace
from importlib.resources import files

import jsonschema
import pytest
from fakes.findings import FINDING, hostile_report, report

from esneg.audit.model import AuditReport, Unaudited
from esneg.audit.policy import Policy, Suppression, baseline_of, compare, judge
from esneg.reports import pieces, render

SCHEMA = json.loads((files("esneg.audit") / "schema.json").read_text("utf-8"))


def full_report() -> AuditReport:
    others = [replace(FINDING, index=name) for name in ("films", "plays", "songs")]
    found = report(FINDING, *others[:2], not_analyzed=(Unaudited("books/tags", "flattened"),))
    judged = judge(
        found, Policy(suppressions=(Suppression("so", index="films"), Suppression("no", index="x")))
    )
    return compare(judged, baseline_of(others[1:]))


@pytest.mark.parametrize(
    "found", [report(), full_report(), hostile_report()], ids=["empty", "full", "hostile"]
)
def test_it_follows_its_schema_and_is_what_the_report_says(found: AuditReport) -> None:
    written = json.loads(render("json", found))
    jsonschema.validate(written, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert written == found.to_dict()


def test_a_policy_stands_in_it_with_reasons_and_counts() -> None:
    written = json.loads(render("json", full_report()))
    assert [each["index"] for each in written["findings"]] == ["books"]
    assert [each["reason"] for each in written["policy"]["suppressed"]] == ["so"]
    assert [each["index"] for each in written["policy"]["known"]] == ["plays"]
    assert [each["index"] for each in written["policy"]["fixed"]] == ["songs"]
    assert len(written["policy"]["notices"]) == 1
    assert {name: written["summary"][name] for name in ("suppressed", "known", "fixed")} == {
        "suppressed": 1,
        "known": 1,
        "fixed": 1,
    }


@pytest.mark.parametrize("name", ["json", "sarif", "junit"])
def test_of_many_findings_only_one_is_held_as_text(name: str) -> None:
    found = report(*(FINDING for _ in range(5000)))
    tracemalloc.start()
    size = sum(map(len, pieces(name, found)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size > 1_500_000
    assert peak < 1_000_000
