"""How ``esneg fix`` shows what it proposes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from esneg.audit import AuditReport
from esneg.repair import Change, Proposal
from esneg.reports.table import block


def as_json(proposal: Proposal) -> str:
    """Everything about the proposal for a program."""
    return written(
        {
            "index": proposal.index,
            "clean": proposal.is_clean,
            "findings_before": len(proposal.before.findings),
            "findings_after": proposal.after.to_dict()["findings"],
            "changes": [asdict(change) for change in proposal.changes],
            "unresolved": [asdict(each) for each in proposal.unresolved],
            "patch": proposal.patch,
            "body": proposal.body,
            "in_place": [asdict(request) for request in proposal.in_place],
        }
    )


def written(value: Any) -> str:
    """Settings and mappings as JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def as_lines(proposal: Proposal, left: AuditReport | None) -> Iterator[RenderableType]:
    """The proposal for a person.

    Args:
        left: the audit of the index after the repair in place, when it was made.
    """
    if not proposal.before.findings:
        yield Text.assemble((proposal.index, "bold"), " is clean: nothing to repair")
        return
    found, fields = proposal.before.findings, {finding.field for finding in proposal.before.findings}
    yield Text.assemble((proposal.index, "bold"), f": {len(found)} findings in {len(fields)} fields\n")
    for change in proposal.changes:
        yield from _change(change)
    for each in proposal.unresolved:
        yield Text(f"stays: {each.what}", style="bold yellow")
        yield Text(f"  because {each.why}\n  -> {each.remedy}\n")
    if left is not None:
        yield from _verdict(f"{proposal.index}, repaired in place", left)
        return
    yield from _verdict("a scratch index with these settings and mappings", proposal.after)
    if proposal.in_place:
        yield Text("only the search side changes: no document has to be indexed again (--apply-in-place)")
        for request in proposal.in_place:
            yield Text(f"  {request.method} {request.path}", style="dim")
    elif proposal.changes:
        yield Text(
            "the index side changes: documents have to be indexed again "
            f"(esneg migrate {proposal.index}; or esneg fix {proposal.index} --format body)"
        )


def _change(change: Change) -> Iterator[RenderableType]:
    yield Text(change.what, style="bold")
    yield Text(f"  {change.why}")
    removed, added = _items(change.before), _items(change.after)
    if removed is not None and added is not None:
        # A long list with a few words less is best shown by these words.
        for key in dict.fromkeys((*removed, *added)):
            before, after = removed.get(key), added.get(key)
            if before == after:
                continue
            if isinstance(before, list) and isinstance(after, list):
                yield from _sides(f"{key}: ", _less(before, after), _less(after, before))
            else:
                yield from _sides(f"{key}: ", before, after)
    else:
        yield from _sides("", change.before, change.after)
    yield Text()


def _items(definition: Any) -> dict[str, Any] | None:
    return definition if isinstance(definition, dict) else None


def _less(items: list[Any], others: list[Any]) -> list[Any] | None:
    return [item for item in items if item not in others] or None


def _sides(label: str, before: Any, after: Any) -> Iterator[RenderableType]:
    for sign, value, style in (("-", before, "red"), ("+", after, "green")):
        if value is not None:
            shown = json.dumps(value, ensure_ascii=False)
            yield Text(f"  {sign} {label}{shown if len(shown) <= 160 else shown[:157] + '...'}", style=style)


def _verdict(what: str, report: AuditReport) -> Iterator[RenderableType]:
    if report.exit_status(fail_on="warning") == 0:
        yield Text.assemble(("clean", "bold green"), f"  {what}: every pair of opposites stays apart")
    else:
        yield Text(f"{what} is not clean:", style="bold red")
        yield block(report)
