"""How ``esneg templates`` shows what it lists, did or found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from esneg.reports.table import block
from esneg.templates.apply import Applied
from esneg.templates.catalogue import Entry
from esneg.templates.differences import Difference
from esneg.templates.drift import Drift
from esneg.templates.overlaps import Overlap
from esneg.templates.remove import Removal

_SHOWN = 12
"""Changes of one template to show before the rest is counted."""

_STYLES = {
    "create": "green",
    "update": "yellow",
    "overwrite": "bold yellow",
    "unchanged": "dim",
    "skipped": "yellow",
    "same": "green",
    "outdated": "yellow",
    "changed": "bold yellow",
    "foreign": "bold yellow",
    "unknown": "yellow",
    "remove": "red",
    "keep": "yellow",
}
_STATES = {
    "same": "as in this version of esneg",
    "outdated": "made by another version of esneg",
    "changed": "changed since esneg made it",
    "foreign": "not made by esneg",
    "unknown": "made by esneg, but not known to this version",
}


def listed_json(entries: Sequence[Entry]) -> str:
    """The list as JSON."""
    return _json([asdict(entry) for entry in entries])


def listed_table(entries: Sequence[Entry]) -> RenderableType:
    """The list for a person."""
    table = Table("name", "kind", "what")
    for entry in entries:
        table.add_row(Text(entry.name, style="bold"), entry.kind.replace("_", " "), entry.description)
    return table


def applied_json(done: Applied) -> str:
    """What was applied as JSON."""
    return _json(
        {
            "dry_run": done.dry_run,
            "is_well": done.is_well,
            "templates": [
                {
                    "name": step.template.name,
                    "kind": step.template.kind,
                    "action": step.action,
                    "reason": step.reason,
                    "changes": [asdict(change) for change in step.changes],
                }
                for step in done.steps
            ],
            "overlaps": {name: [asdict(each) for each in others] for name, others in done.overlaps.items()},
            "audits": {name: report.to_dict() for name, report in done.audits.items()},
        }
    )


def applied_view(done: Applied) -> Iterator[RenderableType]:
    """What was applied for a person, line by line."""
    for step in done.steps:
        yield _line(step.action, step.template.name, step.reason)
        yield from _changes(step.changes)
    for name, others in done.overlaps.items():
        for other in others:
            yield _overlap(name, other)
    if done.dry_run:
        yield Text("nothing was written (dry run)", style="dim")
        return
    for name, report in done.audits.items():
        if report.exit_status(fail_on="warning") == 0:
            yield Text.assemble(
                ("clean", "bold green"),
                f"  an index made from {name}: every pair of opposites stays apart",
                (f"  ({report.fields} fields, {', '.join(report.languages)})", "dim"),
            )
        else:
            yield Text(f"an index made from {name} is not clean:", style="bold red")
            yield block(report)


def _overlap(name: str, other: Overlap) -> Text:
    priority = "a legacy template" if other.priority is None else f"priority {other.priority}"
    patterns = ", ".join(other.patterns)
    verdict = "wins over" if other.effect == "loses" else "yields to"
    return Text(f"  {name} {verdict} {other.name} ({patterns}; {priority}) where both match", style="dim")


def drift_json(found: Sequence[Drift]) -> str:
    """The drift as JSON."""
    return _json(
        [
            {
                "name": each.template.name,
                "kind": each.template.kind,
                "state": each.state,
                "made_by_version": each.template.meta.get("version"),
                "changes": [asdict(change) for change in each.changes],
            }
            for each in found
        ]
    )


def drift_view(found: Sequence[Drift]) -> Iterator[RenderableType]:
    """The drift for a person, line by line: what applying esneg's templates would change."""
    if not found:
        yield Text("the cluster has none of esneg's templates", style="dim")
    for each in found:
        yield _line(each.state, each.template.name, _STATES[each.state])
        yield from _changes(each.changes)


def removed_json(removals: Sequence[Removal]) -> str:
    """What was removed as JSON."""
    return _json(
        [
            {
                "name": each.template.name,
                "kind": each.template.kind,
                "action": each.action,
                "reason": each.reason,
            }
            for each in removals
        ]
    )


def removed_view(removals: Sequence[Removal], *, dry_run: bool) -> Iterator[RenderableType]:
    """What was removed for a person, line by line."""
    for each in removals:
        yield _line(each.action, each.template.name, each.reason)
    if not removals:
        yield Text("the cluster has none of esneg's templates", style="dim")
    if dry_run:
        yield Text("nothing was removed (dry run)", style="dim")


def print_lines(console: Console, lines: Iterator[RenderableType]) -> None:
    """Prints a view; its lines are never broken, so that they can be searched."""
    for line in lines:
        console.print(line, soft_wrap=isinstance(line, Text))


def _line(word: str, name: str, reason: str) -> Text:
    text = Text.assemble((f"{word:<9} ", _STYLES.get(word, "")), (name, "bold"))
    return text.append(f"  {reason}", style="dim") if reason else text


def _changes(changes: Sequence[Difference]) -> Iterator[Text]:
    for change in changes[:_SHOWN]:
        before, after = (_value(change.before), "red"), (_value(change.after), "green")
        yield Text.assemble(f"  {change.path}: ", before, " -> ", after)
    if len(changes) > _SHOWN:
        yield Text(f"  ... and {len(changes) - _SHOWN} more (--format json lists all)", style="dim")


def _value(value: Any) -> str:
    if value is None:
        return "(none)"
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= 100 else written[:97] + "..."


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
