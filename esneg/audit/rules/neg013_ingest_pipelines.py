"""An ingest pipeline takes cues out of documents before they are analyzed.

**Anti-pattern.** A ``gsub`` processor that cleans text of "stop words"::

    {"gsub": {"field": "body", "pattern": "\\b(not|no|the)\\b", "replacement": ""}}

The cue is gone from ``_source`` as well: neither a better analyzer nor a new index brings it back.

**Better.** No stop words in pipelines: that is the analyzer's business, where it can be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from esneg.audit.model import Evidence, Finding
from esneg.audit.probe_texts import texts_of
from esneg.audit.rules.base import ClusterView, Rule
from esneg.audit.rules.stored import every_mapping, stored_finding
from esneg.errors import NotFound
from esneg.negation import MinimalPair


def check(view: ClusterView) -> Iterator[Finding]:
    """Yields one finding a ``gsub`` processor that makes opposites the same, by letting the engine run it."""
    try:
        pipelines: Mapping[str, Any] = view.cluster.request("GET", "/_ingest/pipeline")
    except NotFound:
        return
    pairs = [(code, pair) for code in view.languages for pair in texts_of(code).pairs]
    for name, pipeline in pipelines.items():
        if (pipeline.get("_meta") or {}).get("managed"):
            continue
        processors = [
            found["gsub"] for found in every_mapping(pipeline) if isinstance(found.get("gsub"), Mapping)
        ]
        for processor in processors:
            yield from _gsub(view, name, processor, pairs)


def _gsub(
    view: ClusterView, name: str, processor: Mapping[str, Any], pairs: Sequence[tuple[str, MinimalPair]]
) -> Iterator[Finding]:
    field = str(processor["field"])
    # The processor alone: other processors of the pipeline may call models or services.
    alone = {key: processor[key] for key in ("pattern", "replacement")} | {"field": "text"}
    texts = [text for _, pair in pairs for text in (pair.affirmative, pair.negated)]
    answer = view.cluster.request(
        "POST",
        "/_ingest/pipeline/_simulate",
        body={
            "pipeline": {"processors": [{"gsub": alone}]},
            "docs": [{"_source": {"text": text}} for text in texts],
        },
    )
    cleaned = [doc["doc"]["_source"]["text"] for doc in answer["docs"]]
    lost = [n for n in range(len(pairs)) if cleaned[2 * n].split() == cleaned[2 * n + 1].split()]
    if not lost:
        return
    code, first = pairs[lost[0]]
    yield stored_finding(
        rule=RULE.id,
        severity=RULE.severity,
        subject="ingest pipeline",
        name=name,
        side="index",
        field=field,
        language=code,
        cause=("processor", "gsub", processor),
        lost=list(dict.fromkeys(pairs[n][1].cue for n in lost)),
        evidence=Evidence(
            first.affirmative, first.negated, (cleaned[2 * lost[0]],), (cleaned[2 * lost[0] + 1],)
        ),
        consequence="documents lose their negation before they are stored: not even their source has it afterwards",
        remedy="take the cues out of the pattern, and load the affected documents again from where they came from",
    )


RULE = Rule("NEG013", "ingest pipeline", "error", cluster=check)
