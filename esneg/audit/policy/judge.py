"""Puts the configured severities and suppressions over the findings of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from esneg.audit.model import SEVERITIES, AuditReport, Finding, Severity
from esneg.audit.policy.configuration import Policy
from esneg.audit.policy.scope import covers
from esneg.audit.policy.suppressions import Suppression
from esneg.audit.policy_model import Suppressed
from esneg.audit.rules import all_rules


def judge(
    report: AuditReport,
    policy: Policy,
    *,
    at_least: Severity = "warning",
    fail_on: Severity = "error",
    targets: Sequence[str] = (),
    today: date | None = None,
) -> AuditReport:
    """The report with the severities of the policy and without what is suppressed.

    Nothing goes unnoticed: what was suppressed stands in the report's ``policy``, and milder findings are counted in
    ``hidden``.

    Args:
        at_least: the mildest severity to report.
        fail_on: the mildest severity that fails, for formats that say what failed.
        targets: what the audit was asked to look at: only there can a suppression be one that matches nothing.
        today: the day on which suppressions expire or do not; the machine's by default.
    """
    day = today or date.today()
    valid = [each for each in policy.suppressions if each.holds(day)]
    used: set[Suppression] = set()
    kept: list[Finding] = []
    suppressed: list[Suppressed] = []
    hidden = 0
    for found in report.findings:
        level = policy.severities.get(found.rule, found.severity)
        if level == "off":
            suppressed.append(Suppressed(found, f"{found.rule} is switched off in {policy.source}"))
            continue
        finding = found if level == found.severity else replace(found, severity=level)
        by = next((each for each in valid if each.matches(finding)), None)
        if by is not None:
            used.add(by)
            suppressed.append(Suppressed(finding, by.reason))
        elif SEVERITIES.index(level) > SEVERITIES.index(at_least):
            hidden += 1
        else:
            kept.append(finding)
    unused = [
        each
        for each in policy.suppressions
        if each not in used and covers(report, targets, each.index) and _could_match(each, policy, at_least)
    ]
    return replace(
        report,
        findings=tuple(sorted(kept, key=lambda each: SEVERITIES.index(each.severity))),
        hidden=report.hidden + hidden,
        policy=replace(
            report.policy,
            suppressed=tuple(suppressed),
            notices=tuple(_notices(policy, unused, day)),
            fail_on=fail_on,
        ),
    )


def _notices(policy: Policy, unused: Sequence[Suppression], day: date) -> Iterator[str]:
    for each in policy.suppressions:
        if not each.holds(day):
            yield f"{policy.source}: the suppression of {each} expired on {each.expires} and no longer holds"
        elif each in unused:
            yield f"{policy.source}: the suppression of {each} matches nothing: take it out"


def _could_match(suppression: Suppression, policy: Policy, at_least: Severity) -> bool:
    """Whether findings of its rule are asked for: of what is not looked for, nothing can be said."""
    asked = policy.mildest_needed(at_least)
    return any(
        suppression.rule in ("*", rule.id)
        and policy.severities.get(rule.id) != "off"
        and SEVERITIES.index(rule.severity) <= SEVERITIES.index(asked)
        for rule in all_rules()
    )
