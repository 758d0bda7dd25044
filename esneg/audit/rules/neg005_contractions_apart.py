"""Contracted forms of one cue do not meet each other.

**Anti-pattern.** An analyzer that knows nothing of contractions: "doesn't" (as people type it), "doesn’t" (as word
processors write it) and "does not" are three different things to ``standard`` and to ``english``. A question typed
with one form misses the cue in documents that have another.

**Better.** A ``mapping`` char filter that brings every form to one before the text is cut into tokens::

    {"type": "mapping", "mappings": ["\\u2019 => '", "doesn't => does not"]}
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.drafts import draft, evidence_of


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields one finding a language, for the index side: the forms that stand apart there stay apart."""
    side = probe.side("index")
    if side is None:
        return
    for language in probe.languages:
        apart = [
            (forms, other)
            for forms in language.contractions
            for other in (forms.curly, forms.full)
            if not side.same(forms.straight, other)
        ]
        if not apart:
            continue
        forms, other = apart[0]
        yield draft(
            probe,
            side,
            rule=RULE.id,
            severity=RULE.severity,
            language=language.code,
            loss=None,
            lost=tuple(dict.fromkeys(each.straight for each, _ in apart)),
            failed=len(apart),
            probed=2 * len(language.contractions),
            evidence=evidence_of(side, other, forms.straight),
            consequence=f"a question with '{forms.straight}' does not meet documents with '{other}' on that word",
            remedy="add a mapping char filter that brings apostrophes and contractions to one form",
        )


RULE = Rule("NEG005", "contractions apart", "info", field=check)
