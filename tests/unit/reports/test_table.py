import re
from dataclasses import replace

from fakes.findings import CLUSTER, FINDING, HOSTILE, hostile_report, report

from esneg.audit.model import AuditReport, Unaudited
from esneg.audit.policy import Policy, Suppression, baseline_of, compare, judge
from esneg.reports.table import render
from esneg.visible import visible


def test_one_cause_is_told_once_however_many_fields_it_hits() -> None:
    findings = tuple(replace(FINDING, index=f"books-{n:02}") for n in range(40))
    text = render(AuditReport(CLUSTER, findings, indices=40, fields=40, analyses=1))
    assert text.count("english_stop") == 1
    assert "and 35 more fields" in text


def test_both_sides_of_a_field_stand_on_one_line() -> None:
    text = render(AuditReport(CLUSTER, (FINDING, replace(FINDING, side="search", rule="NEG002"))))
    assert "books / body  index + search side" in text


def test_markup_in_names_from_the_cluster_is_printed_as_it_is() -> None:
    text = render(AuditReport(CLUSTER, (replace(FINDING, field="[red]body[/red]"),)))
    assert "[red]body[/red]" in text


def test_what_could_not_be_audited_is_named_with_its_reason() -> None:
    text = render(AuditReport(CLUSTER, unaudited=(Unaudited("old", "the index is closed"),), fields=1))
    assert "old" in text
    assert "the index is closed" in text
    assert "clean" not in text


def test_a_clean_report_says_so_and_one_without_fields_does_not() -> None:
    assert "clean" in render(AuditReport(CLUSTER, fields=1, indices=1, analyses=1))
    assert "no text fields" in render(AuditReport(CLUSTER, indices=1))


def test_without_a_terminal_there_is_no_colour() -> None:
    assert "\x1b[" not in render(AuditReport(CLUSTER, (FINDING,)), color=False)
    assert "\x1b[" in render(AuditReport(CLUSTER, (FINDING,)), color=True)


def test_nothing_from_a_cluster_steers_the_terminal() -> None:
    text = render(hostile_report(), color=False)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert visible(HOSTILE["terminal"]) in text
    assert "\n::error" not in text


def test_with_colour_every_escape_is_one_of_our_own() -> None:
    text = render(hostile_report(), color=True)
    assert re.findall("\x1b(?!\\[[0-9;]*m)", text) == []


def test_what_is_laid_out_is_as_wide_as_it_was_planned() -> None:
    text = render(report(replace(FINDING, remedy="\x1b" * 40 + " keep every word " * 10)), width=60)
    assert "".join(text.split()).count("keepeveryword") == 10
    assert max(map(len, text.splitlines())) <= 60


def test_a_policy_is_counted_and_its_faults_are_named() -> None:
    films = replace(FINDING, index="films")
    policy = Policy(
        suppressions=(Suppression("so", index="films"), Suppression("gone", index="plays")),
        source="esneg.toml",
    )
    text = render(compare(judge(report(FINDING, films), policy), baseline_of([FINDING])), width=200)
    assert "nothing new" in text
    assert "1 suppressed; 1 known from the baseline" in text
    assert "esneg.toml: the suppression of every rule in plays / * (gone) matches nothing" in text
