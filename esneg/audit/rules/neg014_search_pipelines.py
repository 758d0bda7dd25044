"""A search pipeline fuses a dense and a lexical leg, and nothing settles polarity afterwards.

**Anti-pattern.** On OpenSearch a ``normalization-processor`` or ``score-ranker-processor`` and no re-ranking. The
dense leg scores a passage and its negation nearly alike, and its weight in the sum lets it outvote a lexical leg
that sees the cue.

**Better.** A lexical leg that weighs polarity, or a re-ranker behind the fusion, and an evaluation that says what
each stage does to negation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from esneg.audit.model import Finding
from esneg.audit.rules.base import ClusterView, Rule
from esneg.audit.rules.stored import stored_finding
from esneg.errors import NotFound, RequestFailed

_FUSING = {"normalization-processor", "score-ranker-processor"}


def check(view: ClusterView) -> Iterator[Finding]:
    """Yields a finding for every search pipeline that fuses and does not re-rank; OpenSearch alone has them."""
    if view.cluster.info.engine != "opensearch":
        return
    try:
        pipelines: Mapping[str, Any] = view.cluster.request("GET", "/_search/pipeline")
    except (NotFound, RequestFailed):
        # Before OpenSearch 2.9 there are none.
        return
    for name, pipeline in pipelines.items():
        fusing = [
            (kind, settings)
            for processor in pipeline.get("phase_results_processors", ())
            for kind, settings in processor.items()
            if kind in _FUSING
        ]
        reranks = any("rerank" in processor for processor in pipeline.get("response_processors", ()))
        if fusing and not reranks:
            kind, settings = fusing[0]
            yield stored_finding(
                rule=RULE.id,
                severity=RULE.severity,
                subject="search pipeline",
                name=name,
                side="search",
                cause=("processor", kind, settings or {}),
                consequence="fusion alone lets the dense leg, which hardly sees negation, outvote the lexical one",
                remedy="re-rank the top hits by polarity, or put a lexical leg that weighs polarity into the fusion",
            )


RULE = Rule("NEG014", "fusion without re-ranking", "info", cluster=check)
