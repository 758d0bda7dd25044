"""The report as SARIF 2.1.0 (OASIS, errata 01), for code scanning and for viewers.

A finding names index, field and analyzer as logical locations; when the audit read files, also the file and the line
that defines the field, the first line where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import esneg
from esneg.audit.basis_model import RuleInfo
from esneg.audit.model import AuditReport, Finding
from esneg.audit.policy.fingerprints import fingerprint
from esneg.audit.policy_model import BaselineEntry
from esneg.reports.json_stream import json_pieces
from esneg.reports.stories import headline, shown_cause
from esneg.visible import visible

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def pieces(report: AuditReport) -> Iterator[str]:
    """The SARIF log, one result a line."""
    return json_pieces(
        {
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [_run(report)],
        }
    )


def _run(report: AuditReport) -> dict[str, Any]:
    return {
        "tool": {
            "driver": {
                "name": "esneg",
                "version": esneg.__version__,
                "rules": [_rule(each) for each in report.rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                # What could not be audited is a run that did not do all of its work.
                "executionSuccessful": not report.unaudited,
                "toolExecutionNotifications": [
                    {"level": "warning", "message": _message(f"{each.target}: {each.reason}")}
                    for each in report.unaudited
                ],
                "toolConfigurationNotifications": [
                    {"level": "warning", "message": _message(each)} for each in report.policy.notices
                ],
            }
        ],
        "properties": {"cluster": dict(report.cluster), "static": report.static},
        "results": _results(report),
    }


def _rule(rule: RuleInfo) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.name.replace("-", " ").split()),
        "shortDescription": _message(rule.name),
        "fullDescription": _message(rule.summary),
        # No helpUri, which has to be an absolute address: the whole explanation is here, and in docs/rules.md.
        "help": {
            "text": f"{rule.summary}\n\n{rule.explanation}\n\nSee docs/rules.md#{rule.anchor}",
            "markdown": f"{rule.summary}\n\n{rule.explanation}",
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _results(report: AuditReport) -> Iterator[dict[str, Any]]:
    at = {rule.id: number for number, rule in enumerate(report.rules)}
    policy = report.policy
    new = {"baselineState": "new"} if policy.compared else {}
    for finding in report.findings:
        yield {**_result(finding, report, at), **new}
    for finding in policy.known:
        yield {**_result(finding, report, at), "baselineState": "unchanged"}
    for each in policy.suppressed:
        why = [{"kind": "external", "status": "accepted", "justification": each.reason}]
        yield {**_result(each.finding, report, at), "suppressions": why}
    for entry in policy.fixed:
        yield {**_fixed(entry, report, at), "baselineState": "absent"}


def _result(finding: Finding, report: AuditReport, at: Mapping[str, int]) -> dict[str, Any]:
    evidence = finding.evidence
    return {
        **_rule_reference(finding.rule, at),
        "level": _LEVELS[finding.severity],
        "message": _message(_words(finding)),
        "locations": [_location(finding.subject, finding.index, finding.field, finding.analyzer, report)],
        "partialFingerprints": {"esneg/v1": fingerprint(finding)},
        "properties": {
            "side": finding.side,
            "language": finding.language,
            "lostCues": list(finding.lost_cues),
            "affirmative": evidence.affirmative,
            "negated": evidence.negated,
            "tokensAffirmative": list(evidence.tokens_affirmative),
            "tokensNegated": list(evidence.tokens_negated),
        },
    }


def _words(finding: Finding) -> str:
    kind, name, _ = shown_cause(finding)
    lost = f"; lost: {', '.join(finding.lost_cues)}" if finding.lost_cues else ""
    place = f"{finding.index} / {finding.field}" if finding.field else finding.index
    head = f"{place}, {finding.side} side: {headline(finding)}; cause: {kind} {name}{lost}."
    return f"{head} What goes wrong: {finding.consequence}. Remedy: {finding.remedy}."


def _fixed(entry: BaselineEntry, report: AuditReport, at: Mapping[str, int]) -> dict[str, Any]:
    return {
        **_rule_reference(entry.rule, at),
        "level": "none",
        "kind": "pass",
        "message": _message(f"{entry.rule} is no longer found on the {entry.side} side"),
        "locations": [_location(entry.subject, entry.index, entry.field, "", report)],
        "partialFingerprints": {"esneg/v1": entry.fingerprint},
    }


def _rule_reference(rule: str, at: Mapping[str, int]) -> dict[str, Any]:
    return {"ruleId": rule, **({"ruleIndex": at[rule]} if rule in at else {})}


def _location(subject: str, index: str, field: str, analyzer: str, report: AuditReport) -> dict[str, Any]:
    named = [(subject, index), ("field", field), ("analyzer", analyzer)]
    logical = []
    for number, (kind, name) in enumerate(named):
        if name:
            whole = "/".join(part for _, part in named[: number + 1] if part)
            logical.append({"kind": kind, "name": name, "fullyQualifiedName": whole})
    location: dict[str, Any] = {"logicalLocations": logical}
    source = report.sources.get(index)
    if source is not None and source != "stdin":
        location["physicalLocation"] = {
            "artifactLocation": _artifact(source),
            "region": {"startLine": report.lines.get((index, field), 1)},
        }
    return location


def _artifact(source: str) -> dict[str, str]:
    path = Path(source)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(path.as_posix()), "uriBaseId": "%SRCROOT%"}


def _message(text: str) -> dict[str, str]:
    # In a message braces are placeholders and brackets are links (SARIF 2.1.0, 3.11.5 and 3.11.6).
    plain = visible(text).replace("{", "{{").replace("}", "}}")
    return {"text": plain.replace("[", "\\[").replace("]", "\\]")}
