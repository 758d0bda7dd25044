"""The quote side cannot tell a phrase from its negation.

**Anti-pattern.** A ``search_quote_analyzer`` of its own that drops negation cues::

    {"body": {"type": "text", "analyzer": "standard", "search_quote_analyzer": "stop"}}

A user who puts a phrase in quotation marks asks for exactly these words, "not" included; the engine looks for
the phrase without it.

**Better.** No quote analyzer, or one without a stop list: quoted phrases are where every word counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.collapse import collapses


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields a finding for each cause of collapse on the quote side."""
    return collapses(
        probe,
        "quote",
        rule=RULE.id,
        severity=RULE.severity,
        consequence="a quoted phrase and its opposite run the same query",
    )


RULE = Rule("NEG003", "quote-side collapse", "warning", field=check)
