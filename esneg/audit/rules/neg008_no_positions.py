"""The index keeps no positions, so phrases and intervals cannot tell what is negated.

**Anti-pattern.** ``index_options`` set to ``docs`` or ``freqs`` on a text field::

    {"body": {"type": "text", "index_options": "docs"}}

A cue that the analyzer keeps still says only that the document denies *something*. Which word it stands beside can
be asked with ``match_phrase``, ``intervals`` or ``span_near``, and all of these need positions: the engine refuses
them on such a field.

**Better.** The default, ``"index_options": "positions"``; a change needs the documents indexed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from esneg.audit.model import Cause, Evidence, Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields a finding for a field that has no positions."""
    options = probe.field.index_options
    side = probe.side("index")
    if options not in ("docs", "freqs") or side is None:
        return
    yield Finding(
        rule=RULE.id,
        severity=RULE.severity,
        index="",
        field=probe.field.path,
        side="index",
        field_type=probe.field.described,
        analyzer=side.analyzer,
        language=probe.languages[0].code,
        cause=Cause("mapping", "index_options", {"index_options": options}),
        lost_cues=(),
        pairs_collapsed=1,
        pairs_probed=1,
        evidence=Evidence(
            json.dumps({"match_phrase": {probe.field.path: "covered"}}),
            json.dumps({"match_phrase": {probe.field.path: "not covered"}}),
            (),
            (),
        ),
        consequence="phrase, interval and span queries are refused: none can ask whether a cue stands beside a word",
        remedy='take "index_options" out of the mapping (positions are the default) and index again',
    )


RULE = Rule("NEG008", "no positions", "warning", field=check)
