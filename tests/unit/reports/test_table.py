from dataclasses import replace

from esneg.audit.model import AuditReport, Cause, Evidence, Finding, Unaudited
from esneg.reports.table import render

CLUSTER = {"engine": "opensearch", "distribution": "OpenSearch", "version": "3.5.0", "name": "test"}
FINDING = Finding(
    rule="NEG001",
    severity="error",
    index="books",
    field="body",
    side="index",
    field_type="text",
    analyzer="english",
    language="en",
    cause=Cause("token_filter", "english_stop", {"type": "stop"}),
    lost_cues=("not", "no"),
    pairs_collapsed=3,
    pairs_probed=14,
    evidence=Evidence("It is.", "It is not.", ("it",), ("it",)),
    consequence="so it goes",
    remedy="mend it",
)


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
