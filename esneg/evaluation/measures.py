"""Standard retrieval measures, by ``ir_measures``, and TREC run files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from esneg.evaluation.ranking import Ranking


def per_query(
    measures: Sequence[str], qrels: Mapping[str, Mapping[str, int]], rankings: Mapping[str, Ranking]
) -> dict[str, dict[str, float]]:
    """measure -> query -> value, of all judged queries; one that found nothing has 0.

    Passages go by rank: equal scores stand in the order that a user saw.

    Args:
        measures: by their names in ``ir_measures``, such as "nDCG@10".
    """
    import ir_measures

    parsed = [ir_measures.parse_measure(name) for name in measures]
    run = {query: _scores(rankings.get(query, {})) for query in qrels}
    found: dict[str, dict[str, float]] = {name: dict.fromkeys(qrels, 0.0) for name in measures}
    by_measure: dict[Any, str] = dict(zip(parsed, measures, strict=True))
    for metric in ir_measures.iter_calc(parsed, {q: dict(d) for q, d in qrels.items()}, run):
        found[by_measure[metric.measure]][metric.query_id] = float(metric.value)
    return found


def trec_run(rankings: Mapping[str, Ranking], tag: str) -> Iterator[str]:
    """Lines of a TREC run file: query, Q0, document, rank, score, tag. The score falls with the rank."""
    for query, ranking in rankings.items():
        for document, position in sorted(ranking.items(), key=lambda each: each[1].rank):
            yield f"{query} Q0 {document} {position.rank} {1 / position.rank:.8f} {tag}\n"


def _scores(ranking: Ranking) -> dict[str, float]:
    return {document: -float(position.rank) for document, position in ranking.items()}
