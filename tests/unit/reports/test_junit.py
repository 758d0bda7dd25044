"""JUnit XML: a schema of what CI servers have in common, and which outcome is which."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.findings import FINDING, HOSTILE, hostile_report, report
from lxml import etree

from esneg.audit.model import AuditReport, Unaudited
from esneg.audit.policy import Policy, Suppression, baseline_of, compare, judge
from esneg.reports import render

XSD = etree.XMLSchema(etree.parse(Path(__file__).parents[2] / "data" / "junit.xsd"))


def parsed(found: AuditReport) -> etree._Element:
    root = etree.fromstring(render("junit", found).encode("utf-8"))
    XSD.assertValid(root)
    return root


def outcomes(found: AuditReport) -> dict[str, list[str]]:
    """Index (or target) to the outcomes of its test cases."""
    by_name: dict[str, list[str]] = {}
    for case in parsed(found).iter("testcase"):
        by_name.setdefault(case.get("classname", ""), []).append(case[0].tag if len(case) else "passed")
    return by_name


def test_every_rule_is_a_suite_and_one_that_finds_nothing_passes() -> None:
    root = parsed(report(FINDING))
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in root] == [
        ("NEG001 index-side collapse", "1", "1"),
        ("NEG002 search-side collapse", "1", "0"),
        ("NEG005 contractions apart", "1", "0"),
        ("what could be audited", "1", "0"),
    ]
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("4", "1", "0")


@pytest.mark.parametrize(("fail_on", "outcome"), [("error", "system-out"), ("warning", "failure")])
def test_what_fails_the_command_is_a_failure_and_the_rest_has_something_to_say(
    fail_on: str, outcome: str
) -> None:
    found = report(replace(FINDING, severity="warning"))
    assert outcomes(judge(found, Policy(), fail_on=fail_on))["books"] == [outcome]  # type: ignore[arg-type]


def test_suppressed_and_known_findings_are_skipped_with_the_reason() -> None:
    films, plays = replace(FINDING, index="films"), replace(FINDING, index="plays")
    judged = judge(report(films, plays), Policy(suppressions=(Suppression("machine text", index="films"),)))
    root = parsed(compare(judged, baseline_of([plays])))
    assert {each.getparent().get("classname"): each.get("message") for each in root.iter("skipped")} == {
        "films": "machine text",
        "plays": "known from the baseline",
    }


def test_what_could_not_be_audited_is_an_error_with_its_reason() -> None:
    root = parsed(report(unaudited=(Unaudited("old", "the index is closed"),)))
    (error,) = root.iter("error")
    assert error.getparent().get("classname") == "old"
    assert error.get("message") == "the index is closed"


def test_names_with_markup_and_control_characters_make_no_other_document() -> None:
    root = parsed(hostile_report())
    assert {element.tag for element in root.iter()} == {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
        "error",
    }
    assert any(HOSTILE["markup"] in case.get("name", "") for case in root.iter("testcase"))
