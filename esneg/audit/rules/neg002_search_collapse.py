"""The search side cannot tell a question from its negation.

**Anti-pattern.** A search analyzer that drops negation cues, set on the field or by ``default_search``::

    {"body": {"type": "text", "analyzer": "standard", "search_analyzer": "english"}}

"rooms with no view" is searched as "rooms view": the word that decides is thrown away before the engine looks
anything up, even where the index has it. On OpenSearch ``default_search`` does this also to a field that names
its own ``analyzer``.

**Better.** The same analyzer on both sides, one that keeps cues. A search analyzer can be changed in place,
without indexing the documents again.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.collapse import collapses


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields a finding for each cause of collapse on the search side."""
    return collapses(
        probe,
        "search",
        rule=RULE.id,
        severity=RULE.severity,
        consequence="a question and its opposite run the same query and get the same answers in the same order",
    )


RULE = Rule("NEG002", "search-side collapse", "error", field=check)
