"""What is suppressed, made graver or milder, or switched off."""

from dataclasses import replace
from datetime import date

import pytest
from fakes.findings import FINDING, report

from esneg.audit.model import Unaudited
from esneg.audit.policy import Policy, Suppression, judge

TODAY = date(2026, 11, 30)
INFO = replace(FINDING, rule="NEG005", severity="info")


def test_without_a_policy_nothing_changes() -> None:
    found = report(FINDING)
    assert judge(found, Policy()) == found


def test_a_rule_can_be_made_graver_and_milder() -> None:
    judged = judge(report(FINDING, INFO), Policy({"NEG001": "warning", "NEG005": "error"}))
    assert [(each.rule, each.severity) for each in judged.findings] == [
        ("NEG005", "error"),
        ("NEG001", "warning"),
    ]


def test_what_is_made_milder_than_what_is_shown_is_counted() -> None:
    judged = judge(report(FINDING, hidden=2), Policy({"NEG001": "info"}))
    assert (judged.findings, judged.hidden) == ((), 3)


def test_a_rule_that_is_made_graver_is_asked_for_though_its_own_severity_is_milder() -> None:
    assert Policy().mildest_needed("warning") == "warning"
    assert Policy({"NEG005": "error"}).mildest_needed("error") == "info"
    assert Policy({"NEG005": "off"}).mildest_needed("warning") == "warning"
    assert Policy({"NEG001": "info"}).mildest_needed("warning") == "warning"


def test_a_rule_that_is_switched_off_is_suppressed_with_the_file_that_did_it() -> None:
    judged = judge(report(FINDING), Policy({"NEG001": "off"}, source="esneg.toml"))
    assert judged.findings == ()
    assert [each.reason for each in judged.policy.suppressed] == ["NEG001 is switched off in esneg.toml"]
    assert judged.exit_status() == 0


@pytest.mark.parametrize(
    ("rule", "index", "field", "matches"),
    [
        ("NEG001", "*", "*", True),
        ("NEG002", "*", "*", False),
        ("*", "books", "*", True),
        ("*", "book*", "*dy", True),
        ("*", "book", "*", False),
        ("*", "b?oks", "*", False),
        ("*", "b[o]oks", "*", False),
        ("*", "*", "title", False),
    ],
)
def test_only_a_star_is_a_wildcard(rule: str, index: str, field: str, matches: bool) -> None:
    assert Suppression("so", rule, index, field).matches(FINDING) is matches


def test_a_suppression_takes_its_findings_out_and_keeps_the_reason() -> None:
    other = replace(FINDING, index="films")
    judged = judge(report(FINDING, other), Policy(suppressions=(Suppression("machine text", index="books"),)))
    assert judged.findings == (other,)
    assert [(each.finding, each.reason) for each in judged.policy.suppressed] == [(FINDING, "machine text")]
    assert judged.policy.notices == ()


def test_a_suppression_holds_on_its_last_day_and_is_reported_afterwards() -> None:
    policy = Policy(suppressions=(Suppression("until the reindex", expires=TODAY),), source="esneg.toml")
    assert judge(report(FINDING), policy, today=TODAY).findings == ()
    late = judge(report(FINDING), policy, today=date(2026, 12, 1))
    assert late.findings == (FINDING,)
    (notice,) = late.policy.notices
    assert "expired on 2026-11-30 and no longer holds" in notice
    assert "until the reindex" in notice


def test_a_suppression_that_matches_nothing_is_reported() -> None:
    policy = Policy(suppressions=(Suppression("so", index="films"),), source="esneg.toml")
    (notice,) = judge(report(FINDING), policy).policy.notices
    assert "matches nothing" in notice


def test_of_what_was_not_looked_at_nothing_is_said() -> None:
    elsewhere = Policy(suppressions=(Suppression("so", index="films"),))
    assert judge(report(FINDING), elsewhere, targets=["books"]).policy.notices == ()
    files = report(FINDING, sources={"books": "books.json"})
    assert judge(files, elsewhere).policy.notices == ()
    milder = Policy(suppressions=(Suppression("so", rule="NEG005"),))
    assert judge(report(FINDING), milder, at_least="warning").policy.notices == ()
    assert judge(report(FINDING), milder, at_least="info").policy.notices != ()


def test_what_could_not_be_audited_stays_exit_status_2() -> None:
    policy = Policy(suppressions=(Suppression("so"),))
    assert judge(report(FINDING, unaudited=(Unaudited("x", "closed"),)), policy).exit_status() == 2
