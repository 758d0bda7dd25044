"""Annotations of GitHub Actions."""

from dataclasses import replace

from fakes.findings import FINDING, HOSTILE, hostile_report, report

from esneg.audit.model import Unaudited
from esneg.reports import render


def test_one_cause_is_one_annotation_however_many_fields_it_hits() -> None:
    text = render("github", report(*(replace(FINDING, index=f"books-{n:02}") for n in range(40))))
    command, verdict = text.splitlines()
    assert command.startswith("::error title=NEG001 index-side collapse::books-00 / body (index side), ")
    assert "and 35 more fields" in command
    assert "%0Aremedy: mend it" in command
    assert verdict.startswith("esneg audit: 40 errors")


def test_a_cause_that_files_share_is_told_in_each_of_them() -> None:
    found = report(
        FINDING, replace(FINDING, index="films"), sources={"books": "a,b.json", "films": "c:d.json"}
    )
    first, second, _ = render("github", found).splitlines()
    assert first.startswith("::error file=a%2Cb.json,line=1,title=")
    assert second.startswith("::error file=c%3Ad.json,line=1,title=")


def test_severities_are_errors_warnings_and_notices() -> None:
    for severity, command in (("error", "error"), ("warning", "warning"), ("info", "notice")):
        text = render("github", report(replace(FINDING, severity=severity)))  # type: ignore[arg-type]
        assert text.startswith(f"::{command} ")


def test_what_could_not_be_audited_is_a_warning() -> None:
    assert "::warning title=could not be audited::old: closed\n" in render(
        "github", report(unaudited=(Unaudited("old", "closed"),))
    )


def test_a_name_starts_no_command_of_its_own() -> None:
    *commands, verdict, end = render("github", hostile_report()).split("\n")
    assert all(line.startswith(("::error title=NEG001", "::warning title=could not")) for line in commands)
    assert len(commands) == 2 * len(HOSTILE)
    assert verdict.startswith("esneg audit: ")
    assert end == ""
    assert not any("\r" in line or "\x1b" in line for line in commands)


def test_a_percent_sign_is_no_escape() -> None:
    assert "100%25 / body" in render("github", report(replace(FINDING, index="100%")))
