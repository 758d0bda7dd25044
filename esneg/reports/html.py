"""The report as one HTML page: no scripts, nothing from elsewhere; for a screen, a phone and paper.

Every text goes through Jinja's autoescape; names from a cluster stand apart from their surroundings (``<bdi>``) with
their steering characters made visible. The page forbids scripts to itself (Content-Security-Policy).
"""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from esneg.audit.model import AuditReport
from esneg.reports.families import families
from esneg.reports.languages import language_rows
from esneg.reports.stories import headline, shown_cause, stories
from esneg.reports.struck import struck
from esneg.reports.summary import asides, number, scope, verdict
from esneg.visible import visible


def pieces(report: AuditReport) -> Iterator[str]:
    """The page."""
    environment = Environment(
        loader=PackageLoader("esneg.reports", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"markdown": _markdown, "name": _name, "visible": visible}
    environment.globals |= {
        "asides": asides,
        "headline": headline,
        "number": number,
        "scope": scope,
        "shown_cause": shown_cause,
        "struck": struck,
        "verdict": verdict,
    }
    found = {finding.rule for finding in report.findings}
    yield from environment.get_template("audit.html").generate(
        report=report,
        stories=stories(report.findings),
        families=families(report.findings),
        languages=language_rows(report),
        rules=[rule for rule in report.rules if rule.id in found],
    )
    yield "\n"


def _name(text: str) -> Markup:
    return Markup("<bdi>{}</bdi>").format(visible(text))


def _markdown(text: str) -> Markup:
    # Only rules have Markdown, and they are esneg's own; HTML in it stays text all the same.
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))
