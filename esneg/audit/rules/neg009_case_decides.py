"""Whether a cue survives depends on how it is written: "Not" is kept and "not" is dropped.

**Anti-pattern.** A stop filter with a lower-case list in a chain that does not lower-case first::

    {"tokenizer": "standard", "filter": ["my_stop", "lowercase"]}

"Not covered" keeps its cue and "is not covered" loses it, so the same statement has two meanings by its place in
the sentence.

**Better.** ``lowercase`` before any filter that compares words, and no cue in the list.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.drafts import draft, evidence_of


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields one finding a side and language."""
    for side in probe.sides:
        for language in probe.languages:
            uneven = [
                (forms.lower, other)
                for forms in language.cues
                for other in (forms.capital, forms.upper)
                if bool(side.tokens[forms.lower]) != bool(side.tokens[other])
            ]
            if not uneven:
                continue
            lower, other = uneven[0]
            kept, dropped = (lower, other) if side.tokens[lower] else (other, lower)
            yield draft(
                probe,
                side,
                rule=RULE.id,
                severity=RULE.severity,
                language=language.code,
                loss=None,
                lost=tuple(dict.fromkeys(cue for cue, _ in uneven)),
                failed=len(uneven),
                probed=2 * len(language.cues),
                evidence=evidence_of(side, dropped, kept),
                consequence=f"'{kept}' is kept and '{dropped}' is dropped: its capitals decide what a sentence says",
                remedy=f"put the lowercase filter first in '{side.analyzer}', and take the cues out of its stop list",
            )


RULE = Rule("NEG009", "case decides", "warning", field=check)
