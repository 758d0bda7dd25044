"""The index side cannot tell a statement from its negation.

**Anti-pattern.** An analyzer that drops negation cues when documents are indexed: a stop list with "no" and
"not" in it, a ``length`` filter that is too short for them, an n-gram filter that starts above their length::

    {"body": {"type": "text", "analyzer": "english"}}

"The plan is covered" and "The plan is not covered" leave the same terms in the index. No query can ask for one
and not the other, whatever the search side does.

**Better.** An analyzer with the same normaliser and stemmer and a stop list without cues::

    {"filter": {"stop_keeping_cues": {"type": "stop", "stopwords": ["a", "an", "the", "..."]}}}

The documents have to be indexed again: what was dropped is not in the index.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.collapse import collapses


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields a finding for each cause of collapse on the index side."""
    return collapses(
        probe,
        "index",
        rule=RULE.id,
        severity=RULE.severity,
        consequence="documents that say the opposite of each other are indexed as the same terms: "
        "no query can find one without the other",
    )


RULE = Rule("NEG001", "index-side collapse", "error", field=check)
