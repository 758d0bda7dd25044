"""Evidence against a policy: thresholds on figures of a run become a verdict. Neither knows of the other's making."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from esneg.errors import UsageError
from esneg.evaluation.model import EvaluationRun, Figure, Row
from esneg.evaluation.verdicts import Check, GateResult, Rule

_RULE_KEYS = ("table", "where", "figure", "at_least", "at_most", "bound", "min_n")
_BOUNDS = ("value", "low", "high")


def read_policy(path: Path) -> list[Rule]:
    """Reads a policy: YAML, ``suites: {SUITE: [rule, ...]}``.

    Raises:
        UsageError: the file cannot be read, or an entry of it is wrong.
    """
    import yaml

    try:
        content = yaml.safe_load(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise UsageError(f"{path}: is not YAML: {' '.join(str(error).split())[:200]}") from error
    suites = content.get("suites") if isinstance(content, dict) else None
    if not isinstance(suites, dict) or not suites or set(content) != {"suites"}:
        raise UsageError(f"{path}: must hold `suites:` with a list of rules a suite, and nothing else")
    rules = [rule for suite, entries in suites.items() for rule in _rules(path, str(suite), entries)]
    if not rules:
        raise UsageError(f"{path}: holds no rules")
    return rules


def judge(run: EvaluationRun, rules: list[Rule]) -> GateResult:
    """Holds the run's figures against the rules."""
    return GateResult(tuple(check for rule in rules for check in _checks(run, rule)))


def _checks(run: EvaluationRun, rule: Rule) -> Iterator[Check]:
    result = run.suite(rule.suite)
    rows = (
        []
        if result is None
        else [row for table in result.tables if rule.table in ("", table.name) for row in table.rows]
    )
    matching = [row for row in rows if rule.where.items() <= row.labels.items()]
    having = [(row, figure) for row in matching if (figure := row.figure(rule.figure)) is not None]
    if not having:
        if result is None:
            why = f"the run has no suite {rule.suite}"
        else:
            why = "no row has these labels" if not matching else f"no such row has a figure {rule.figure!r}"
        yield Check(rule, "missing", rule.where, None, 0, why)
    for row, figure in having:
        yield _check(rule, row, figure)


def _check(rule: Rule, row: Row, figure: Figure) -> Check:
    found = {"value": figure.value, "low": figure.low, "high": figure.high}[rule.bound]
    if found is None:
        return Check(rule, "missing", row.labels, None, figure.n, f"the figure has no {rule.bound}")
    if figure.n < rule.min_n:
        return Check(
            rule, "missing", row.labels, found, figure.n, f"rests on {figure.n} items, not {rule.min_n}"
        )
    if rule.at_least is not None and found < rule.at_least:
        return Check(rule, "failed", row.labels, found, figure.n, f"below {rule.at_least:g}")
    if rule.at_most is not None and found > rule.at_most:
        return Check(rule, "failed", row.labels, found, figure.n, f"above {rule.at_most:g}")
    return Check(rule, "passed", row.labels, found, figure.n, "")


def _rules(path: Path, suite: str, entries: Any) -> Iterator[Rule]:
    from esneg.evaluation.suites import suite as known

    known(suite)
    if not isinstance(entries, list):
        raise UsageError(f"{path}: suites.{suite} must be a list of rules")
    for number, entry in enumerate(entries):
        where = f"{path}: suites.{suite}[{number}]"
        if not isinstance(entry, dict):
            raise UsageError(f"{where}: must be a rule: figure, where, at_least or at_most")
        if unknown := sorted(set(map(str, entry)) - set(_RULE_KEYS)):
            raise UsageError(f"{where}: unknown field {unknown[0]!r}; known: {', '.join(_RULE_KEYS)}")
        yield _rule(where, suite, entry)


def _rule(where: str, suite: str, entry: Mapping[str, Any]) -> Rule:
    if not isinstance(entry.get("figure"), str):
        raise UsageError(f"{where}.figure: names the figure, such as 'both right'")
    labels = entry.get("where", {})
    if not isinstance(labels, dict):
        raise UsageError(f"{where}.where: must be labels and values, such as {{stage: dense}}")
    limits = {name: entry[name] for name in ("at_least", "at_most") if name in entry}
    if not limits:
        raise UsageError(f"{where}: needs at_least or at_most")
    for name, limit in limits.items():
        if isinstance(limit, bool) or not isinstance(limit, (int, float)):
            raise UsageError(f"{where}.{name}: {limit!r} is no number")
    if entry.get("bound", "value") not in _BOUNDS:
        raise UsageError(f"{where}.bound: {entry['bound']!r} is none of {', '.join(_BOUNDS)}")
    if not isinstance(entry.get("min_n", 0), int):
        raise UsageError(f"{where}.min_n: {entry['min_n']!r} is no whole number")
    return Rule(
        suite=suite,
        figure=entry["figure"],
        where={str(name): str(value) for name, value in labels.items()},
        table=str(entry.get("table", "")),
        bound=entry.get("bound", "value"),
        min_n=entry.get("min_n", 0),
        **{name: float(limit) for name, limit in limits.items()},
    )
