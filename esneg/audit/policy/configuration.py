"""The policy in the configuration file.

In ``esneg.toml`` (in ``pyproject.toml`` under ``[tool.esneg.audit]``)::

    [audit]
    baseline = "esneg-baseline.json"

    [audit.severity]
    NEG005 = "warning"
    NEG010 = "off"

    [[audit.suppress]]
    rule = "NEG001"
    index = "logs-*"
    field = "message"
    reason = "written by machines; nobody searches it in sentences"
    expires = 2027-06-30
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from esneg.audit.model import SEVERITIES, Severity
from esneg.audit.policy.suppressions import Suppression
from esneg.audit.rules import all_rules
from esneg.configuration import find_configuration
from esneg.errors import UsageError

Level = Literal[Severity, "off"]

_SETTINGS = ("baseline", "severity", "suppress")


@dataclass(frozen=True)
class Policy:
    """What to do about findings.

    Attributes:
        severities: rule id to the severity that its findings have instead of their own; "off" suppresses them.
        suppressions: findings to set aside.
        baseline: the file of findings that are known.
        source: the file that all this comes from; "" when there is none.
    """

    severities: Mapping[str, Level] = field(default_factory=dict)
    suppressions: tuple[Suppression, ...] = ()
    baseline: Path | None = None
    source: str = ""

    def mildest_needed(self, at_least: Severity) -> Severity:
        """The mildest severity to ask an audit for, so that a rule that is made graver is not left out."""
        raised = (
            rule.severity
            for rule in all_rules()
            if (level := self.severities.get(rule.id, rule.severity)) != "off"
            and SEVERITIES.index(level) <= SEVERITIES.index(at_least)
        )
        return max((at_least, *raised), key=SEVERITIES.index)


def read_policy(directory: Path) -> Policy:
    """The policy of the nearest configuration file; one that changes nothing when there is none.

    Args:
        directory: where to look, and upwards from there.

    Raises:
        UsageError: a setting that is unknown or cannot be used.
    """
    found = find_configuration(directory)
    if found is None:
        return Policy()
    path, table = found
    section = table.get("audit", {})
    if not isinstance(section, Mapping):
        raise UsageError(f'{path}: "audit" must be a table')
    if unknown := sorted(section.keys() - set(_SETTINGS)):
        raise UsageError(
            f'{path}: unknown setting "{unknown[0]}" in audit', remedy=f"known are: {', '.join(_SETTINGS)}"
        )
    baseline = section.get("baseline")
    if not isinstance(baseline, str | None):
        raise UsageError(f'{path}: "baseline" must be the name of a file')
    return Policy(
        _severities(path, section.get("severity", {})),
        _suppressions(path, section.get("suppress", [])),
        path.parent / baseline if baseline else None,
        path.name,
    )


def _severities(path: Path, value: Any) -> dict[str, Level]:
    if not isinstance(value, Mapping):
        raise UsageError(f'{path}: "audit.severity" must be a table of rules and severities')
    levels = (*SEVERITIES, *get_args(Level)[-1:])
    for rule, level in value.items():
        _check_rule(rule, f"{path}: audit.severity")
        if level not in levels:
            raise UsageError(f"{path}: audit.severity: {rule} must be one of {', '.join(levels)}")
    return dict(value)


def _suppressions(path: Path, value: Any) -> tuple[Suppression, ...]:
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        raise UsageError(f'{path}: suppressions are written under "[[audit.suppress]]"')
    return tuple(_suppression(f"{path}: suppression {n}", each) for n, each in enumerate(value, start=1))


def _suppression(where: str, value: Mapping[str, Any]) -> Suppression:
    known = Suppression.__slots__
    if unknown := sorted(value.keys() - set(known)):
        raise UsageError(f'{where}: unknown setting "{unknown[0]}"', remedy=f"known are: {', '.join(known)}")
    for name in ("reason", "rule", "index", "field"):
        if name in value and not (isinstance(value[name], str) and value[name].strip()):
            raise UsageError(f'{where}: "{name}" must be text')
    if "reason" not in value:
        raise UsageError(f"{where} has no reason", remedy='say why, for who reads it next: reason = "..."')
    if not value.keys() & {"rule", "index", "field"}:
        raise UsageError(
            f"{where} would suppress everything", remedy="name at least one of rule, index and field"
        )
    if value.get("rule", "*") != "*":
        _check_rule(value["rule"], where)
    return Suppression(**{**value, "expires": _day(where, value.get("expires"))})


def _day(where: str, value: Any) -> date | None:
    # TOML has dates of its own; a date with a time is one in Python too.
    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise UsageError(f'{where}: "expires" must be a date such as 2027-06-30') from None


def _check_rule(rule: str, where: str) -> None:
    ids = [each.id for each in all_rules()]
    if rule not in ids:
        raise UsageError(f'{where}: there is no rule "{rule}"', remedy=f"the rules are {', '.join(ids)}")
