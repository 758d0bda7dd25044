"""An analyzer that loses cues waits in a template, a dynamic template, a default or an unused definition.

**Anti-pattern.** Nothing is wrong yet: no field of an index uses the analyzer. The next index that a template
makes, the next string that a dynamic template maps, or the next field without an analyzer of its own will::

    {"template": {"settings": {"analysis": {"analyzer": {"default": {"type": "english"}}}}}}

**Better.** Mend it before it is used: then no document has to be indexed again.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.analysis.cause import LossStage
from esneg.audit.definitions import DefinitionProbe
from esneg.audit.model import Cause, Evidence, Finding
from esneg.audit.remedies import remedy_for
from esneg.audit.rules.base import Rule


def check(probe: DefinitionProbe) -> Iterator[Finding]:
    """Yields one finding an analyzer: a warning where something will use it, else a note."""
    collapsed = [pair for pair in probe.pairs if pair.collapsed]
    if not collapsed:
        return
    first, waiting = collapsed[0], probe.waiting
    lost = tuple(dict.fromkeys(pair.pair.cue for pair in collapsed))
    loss = first.loss or LossStage("analyzer", waiting.analyzer, {})
    yield Finding(
        rule=RULE.id,
        severity=RULE.severity if waiting.used_by else "info",
        index=waiting.name,
        field=waiting.field,
        side="search" if waiting.side == "search" else "index",
        field_type="",
        analyzer=waiting.analyzer,
        language=first.language,
        cause=Cause(loss.kind, loss.name, loss.settings),
        lost_cues=lost,
        pairs_collapsed=len(collapsed),
        pairs_probed=sum(1 for pair in probe.pairs if pair.language == first.language),
        evidence=Evidence(
            first.pair.affirmative, first.pair.negated, first.tokens_affirmative, first.tokens_negated
        ),
        consequence=f"{waiting.used_by or 'whatever will use it'} will not tell a statement from its negation",
        remedy=remedy_for(loss, waiting.analyzer, lost),
        subject=waiting.subject,
    )


RULE = Rule("NEG011", "waiting analysis", "warning", definition=check)
