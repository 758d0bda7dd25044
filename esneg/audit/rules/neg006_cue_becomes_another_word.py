"""A stemmer makes a cue and a word of another meaning the same.

**Anti-pattern.** A stemmer that does not know the cue as a cue: German "nicht" (not) and "Nichte" (niece), Spanish
"nada" (nothing) and "nadar" (to swim). A question with the cue finds documents with the other word.

**Better.** A ``keyword_marker`` filter with the cues before the stemmer: it leaves them as they are. ::

    {"type": "keyword_marker", "keywords": ["nicht", "kein", "ohne"]}

The other word still stems to the cue's form where its stem is the cue itself; then only a gentler stemmer helps.
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
            words = [(cue, word) for cue, others in language.lookalikes for word in others]
            met = [(cue, word) for cue, word in words if side.tokens[cue] and side.same(cue, word)]
            if not met:
                continue
            cue, word = met[0]
            yield draft(
                probe,
                side,
                rule=RULE.id,
                severity=RULE.severity,
                language=language.code,
                loss=None,
                lost=tuple(dict.fromkeys(each for each, _ in met)),
                failed=len(met),
                probed=len(words),
                evidence=evidence_of(side, word, cue),
                consequence=f"'{cue}' and '{word}' are one word here: each finds the other",
                remedy=f"protect the cues with a keyword_marker filter before the stemmer of '{side.analyzer}', "
                "or use a gentler stemmer",
            )


RULE = Rule("NEG006", "cue becomes another word", "warning", field=check)
