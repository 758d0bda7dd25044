"""The report as annotations of GitHub Actions: workflow commands that a step prints.

GitHub shows ten errors and ten warnings of a step, so one annotation tells a cause, however many fields it hits.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import AuditReport, Finding
from esneg.reports.stories import Story, headline, stories
from esneg.reports.summary import asides, scope, verdict
from esneg.visible import visible

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
_SHOWN = 5
"""Places of one cause to name before the rest is counted."""


def pieces(report: AuditReport) -> Iterator[str]:
    """The commands, one a line, and the verdict."""
    names = {rule.id: rule.name for rule in report.rules}
    for file, story in _by_file(report):
        first = story.first
        title = f"{first.rule} {names.get(first.rule, '')}".strip()
        line = report.lines.get((first.index, first.field), 1)
        yield _command(_COMMANDS[first.severity], title, _words(story), file, line)
    for each in report.unaudited:
        yield _command("warning", "could not be audited", visible(f"{each.target}: {each.reason}"))
    for notice in report.policy.notices:
        yield _command("warning", "policy", visible(notice))
    # The last line is no command; at its start stands a word of esneg's own.
    yield f"esneg audit: {'; '.join((verdict(report).words, visible(scope(report)), *asides(report)))}\n"


def _by_file(report: AuditReport) -> Iterator[tuple[str, Story]]:
    """The stories; one that several files share is told in each of them."""
    for story in stories(report.findings):
        files: dict[str, list[Finding]] = {}
        for finding in story.findings:
            files.setdefault(report.sources.get(finding.index, ""), []).append(finding)
        for file, findings in files.items():
            yield file if file != "stdin" else "", Story(findings)


def _words(story: Story) -> str:
    first = story.first
    places = story.places
    shown = [f"{place.name} ({' + '.join(place.sides)} side)" for place in places[:_SHOWN]]
    if len(places) > _SHOWN:
        shown.append(f"and {len(places) - _SHOWN} more fields")
    lines = [
        f"{', '.join(shown)}: {headline(first)}",
        f"loses: {', '.join(story.lost_cues)}" if story.lost_cues else "",
        *(f"{rule}: {consequence}" for rule, consequence in story.consequences),
        *(f"remedy: {remedy}" for remedy in story.remedies),
    ]
    return "\n".join(visible(line) for line in lines if line)


def _command(command: str, title: str, message: str, file: str = "", line: int = 1) -> str:
    where = f"file={_property(visible(file))},line={line}," if file else ""
    return f"::{command} {where}title={_property(title)}::{_data(message)}\n"


def _data(text: str) -> str:
    # As GitHub's own toolkit escapes them: actions/toolkit, packages/core/src/command.ts.
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
