"""The report as JUnit XML, for CI servers: a suite a rule, a test case a finding.

JUnit XML has no official schema; this is the part that Jenkins, GitLab and pytest agree on. What fails the command
is a failure; a milder finding is a test that passed with something to say; what is suppressed or known is skipped;
what could not be audited is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from esneg.audit.model import SEVERITIES, AuditReport, Finding, Unaudited
from esneg.reports.stories import headline, shown_cause
from esneg.reports.summary import scope
from esneg.visible import visible

_Outcome = Literal["passed", "failure", "error", "skipped"]


class _Case(NamedTuple):
    """A test case before it is written: how it ended, what it is about, and the reason when it is set aside."""

    outcome: _Outcome
    about: Finding | Unaudited | str
    reason: str = ""


def pieces(report: AuditReport) -> Iterator[str]:
    """The XML text."""
    suites = [(f"{rule.id} {rule.name}", list(_of_rule(report, rule.id))) for rule in report.rules]
    suites.append(("what could be audited", list(_of_targets(report))))
    totals = _totals(case for _, cases in suites for case in cases)
    # A root with a count of skipped ones is not known everywhere.
    del totals["skipped"]
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites{_attributes(name=f'esneg audit: {scope(report)}', **totals)}>\n"
    for name, cases in suites:
        yield f"  <testsuite{_attributes(name=name, **_totals(cases))}>\n"
        yield from map(_written, cases)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _of_rule(report: AuditReport, rule: str) -> Iterator[_Case]:
    policy = report.policy
    failing = SEVERITIES[: SEVERITIES.index(policy.fail_on) + 1]
    cases = [
        *(
            _Case("failure" if each.severity in failing else "passed", each)
            for each in report.findings
            if each.rule == rule
        ),
        *(_Case("skipped", each, "known from the baseline") for each in policy.known if each.rule == rule),
        *(
            _Case("skipped", each.finding, each.reason)
            for each in policy.suppressed
            if each.finding.rule == rule
        ),
    ]
    yield from cases or [_Case("passed", "finds nothing")]


def _of_targets(report: AuditReport) -> Iterator[_Case]:
    cases = [_Case("error", each) for each in report.unaudited]
    yield from cases or [_Case("passed", "everything")]


def _totals(cases: Iterable[_Case]) -> dict[str, object]:
    outcomes = Counter(case.outcome for case in cases)
    return {
        "tests": outcomes.total(),
        "failures": outcomes["failure"],
        "errors": outcomes["error"],
        "skipped": outcomes["skipped"],
    }


def _written(case: _Case) -> str:
    about = case.about
    if isinstance(about, str):
        return f"    <testcase{_attributes(classname='esneg audit', name=about)}/>\n"
    if isinstance(about, Unaudited):
        inner = f"<error{_attributes(type='unaudited', message=about.reason)}/>"
        return _testcase(about.target, "can be audited", inner)
    name = f"{about.field} ({about.side} side)" if about.field else about.subject
    return _testcase(about.index, name, _inner(case, about))


def _testcase(classname: str, name: str, inner: str) -> str:
    attributes = _attributes(classname=classname, name=name)
    return f"    <testcase{attributes}>\n      {inner}\n    </testcase>\n"


def _inner(case: _Case, finding: Finding) -> str:
    if case.outcome == "skipped":
        return f"<skipped{_attributes(message=case.reason)}/>"
    if case.outcome == "failure":
        attributes = _attributes(type=finding.severity, message=finding.consequence)
        return f"<failure{attributes}>{_text(_words(finding))}</failure>"
    return f"<system-out>{_text(f'{finding.severity}: {finding.consequence}')}\n{_text(_words(finding))}</system-out>"


def _words(finding: Finding) -> str:
    evidence = finding.evidence
    kind, name, settings = shown_cause(finding)
    lines = [headline(finding), f"cause: {kind} {name} {settings}".rstrip()]
    if finding.lost_cues:
        lines.append(f"loses: {', '.join(finding.lost_cues)}")
    if evidence.affirmative:
        lines.append(f"says: {evidence.affirmative} -> {' '.join(evidence.tokens_affirmative)}")
        lines.append(f"denies: {evidence.negated} -> {' '.join(evidence.tokens_negated)}")
    return "\n".join((*lines, f"remedy: {finding.remedy}"))


def _attributes(**values: object) -> str:
    return "".join(f" {name}={quoteattr(visible(str(value)))}" for name, value in values.items())


def _text(text: str) -> str:
    # Control characters have no place in XML 1.0, not even escaped.
    return "\n".join(escape(visible(line)) for line in text.split("\n"))
