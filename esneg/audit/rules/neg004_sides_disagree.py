"""The search side keeps a cue that the index side drops.

**Anti-pattern.** Two analyzers of which only the search side's keeps cues::

    {"body": {"type": "text", "analyzer": "english", "search_analyzer": "standard"}}

The question asks for "not", and no document has it. With ``"operator": "and"``, or a ``minimum_should_match`` that
counts the cue, the question finds nothing at all; without, the cue is dead weight.

**Better.** The same analyzer on both sides, one that keeps cues, and the documents indexed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from esneg.audit.model import Finding
from esneg.audit.probe import FieldProbe
from esneg.audit.rules.base import Rule
from esneg.audit.rules.drafts import draft, evidence_of


def check(probe: FieldProbe) -> Iterator[Finding]:
    """Yields one finding a language with the first query that fails."""
    index, search = probe.side("index"), probe.side("search")
    if index is None or search is None or not search.analyzer:
        return
    for language in probe.languages:
        orphans = [
            (dropped, kept)
            for dropped, kept in zip(index.pairs, search.pairs, strict=True)
            if dropped.language == language.code and dropped.collapsed and not kept.collapsed
        ]
        if not orphans:
            continue
        dropped, kept = orphans[0]
        query = {"match": {probe.field.path: {"query": kept.pair.negated, "operator": "and"}}}
        yield draft(
            probe,
            search,
            rule=RULE.id,
            severity=RULE.severity,
            language=language.code,
            loss=dropped.loss,
            lost=tuple(dict.fromkeys(pair.pair.cue for pair, _ in orphans)),
            failed=len(orphans),
            probed=len(language.pairs),
            evidence=evidence_of(search, kept.pair.affirmative, kept.pair.negated),
            consequence="the search looks for a word that the index has dropped: "
            f"{json.dumps(query, ensure_ascii=False)} finds nothing, not even the same sentence",
            remedy=f"search with the analyzer of the index side, '{index.analyzer}', or better: give both sides "
            "one analyzer that keeps cues, and index again",
        )


RULE = Rule("NEG004", "sides disagree", "error", field=check)
