"""A query log against the search side: how many questions lose their cue, and which are asked most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from esneg.audit.cost.lost_cues import analyzed
from esneg.audit.cost_model import LosingQuery, QueryCost
from esneg.audit.model import AuditReport, Finding
from esneg.clusters import Cluster

_WORST = 10


def cost_of_queries(
    cluster: Cluster, report: AuditReport, queries: Mapping[str, int]
) -> tuple[QueryCost, ...]:
    """Runs a log through each distinct search analyzer that loses cues.

    Args:
        queries: texts, each with how often it was asked.

    Raises:
        ClusterError: an analyzer cannot be asked.
    """
    found: dict[tuple[str, str, str], Finding] = {}
    for finding in report.findings:
        if finding.rule == "NEG002":
            # The same name in another index may be another analyzer; the same cause is the same analyzer.
            key = (finding.analyzer, finding.language, repr(finding.cause))
            found.setdefault(key, finding)
    return tuple(_one(cluster, finding, queries) for finding in found.values())


def _one(cluster: Cluster, finding: Finding, queries: Mapping[str, int]) -> QueryCost:
    asked = Counter(queries)
    texts = list(
        analyzed(cluster, finding.index, {"analyzer": finding.analyzer}, list(asked), finding.language)
    )
    losing = sorted((text for text in texts if text.lost), key=lambda text: (-asked[text.text], text.text))
    return QueryCost(
        finding.index,
        finding.field,
        finding.analyzer,
        queries=sum(asked.values()),
        with_cue=sum(asked[text.text] for text in texts if text.cues),
        losing=sum(asked[text.text] for text in losing),
        worst=tuple(
            LosingQuery(text.text, asked[text.text], text.lost, text.tokens) for text in losing[:_WORST]
        ),
    )
