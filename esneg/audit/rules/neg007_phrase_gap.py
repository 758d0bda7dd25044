"""A quoted phrase matches without its cue.

**Anti-pattern.** A search analyzer with a stop list: of the phrase "not available" it leaves "available" alone, and
so the phrase finds every document in which something *is* available. Inside a longer phrase the dropped word
leaves a gap that any word fills.

**Better.** A ``search_quote_analyzer`` without a stop list over an index side that keeps cues; it can be set in
place when the index side already does.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Evidence, Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.drafts import draft


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields one finding a language."""
    side = probe.side("quote") or probe.side("search")
    if side is None:
        return
    for language in probe.languages:
        traps = [trap for trap in probe.phrase_traps if trap.language == language.code]
        if not traps:
            continue
        first = traps[0]
        losses = [pair.loss for pair in side.pairs if pair.loss and pair.pair.cue == first.cue]
        yield draft(
            probe,
            side,
            rule=RULE.id,
            severity=RULE.severity,
            language=language.code,
            loss=losses[0] if losses else None,
            lost=tuple(dict.fromkeys(trap.cue for trap in traps)),
            failed=len(traps),
            probed=len(traps),
            evidence=Evidence(first.without, first.phrase, (first.query,), (first.query,)),
            consequence=f'the phrase "{first.phrase}" runs the query {first.query}: it matches where the word stands '
            "without the cue",
            remedy="set a search_quote_analyzer that keeps cues, over an index side that keeps them too",
        )


RULE = Rule("NEG007", "phrase gap", "warning", field=check)
