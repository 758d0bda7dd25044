"""Runs one stage for all queries, and keeps where it put each passage."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from esneg.evaluation.indexed import POLARITY_FIELD, STOCK_FIELD, TEXT_FIELD, vector_field
from esneg.evaluation.stages import RERANK_DEPTH, STAGES, Stage
from esneg.evaluation.suites.base import Context, Named

if TYPE_CHECKING:
    from esneg.clusters import Cluster
    from esneg.search.results import Hit

MOST_HITS = 1000
"""Passages that a stage ranks a query; what lies behind them was not found."""

NO_ENCODER = "-"


@dataclass(frozen=True)
class Position:
    """Where a stage put a passage.

    Attributes:
        rank: from 1.
        tier: what was re-ranked stands above what was not, and what was demoted between both; more is better.
        score: within the tier, by the last step that scored it.
    """

    rank: int
    tier: int
    score: float


Ranking = Mapping[str, Position]
"""Passage id -> its place, for one query."""


@dataclass(frozen=True)
class Ranked:
    """A stage with its models, and what it found.

    Attributes:
        encoder, reranker: names; `NO_ENCODER` or "" where the stage has none.
        rankings: query id -> ranking.
    """

    stage: Stage
    encoder: str
    reranker: str
    rankings: Mapping[str, Ranking]

    @property
    def labels(self) -> dict[str, str]:
        """Of its rows."""
        name = f"{self.stage.name} ({self.reranker})" if self.reranker else self.stage.name
        return {"encoder": self.encoder, "stage": name}

    @property
    def title(self) -> str:
        """Its labels in one string."""
        name = self.labels["stage"]
        return name if self.encoder == NO_ENCODER else f"{name} [{self.encoder}]"

    def is_tested_against(self, other: Ranked) -> bool:
        """Whether the two differ in what their stages differ in alone, and are meant to be compared."""
        encoders, rerankers = {self.encoder, other.encoder}, {self.reranker, other.reranker}
        same_models = len(encoders - {NO_ENCODER}) <= 1 and len(rerankers - {""}) <= 1
        return same_models and other.stage.name in self.stage.against

    def run_name(self, suite: str) -> str:
        """Of its TREC run file, without a suffix: letters, digits, "+", "-" and "." only."""
        return re.sub(r"[^\w+.]+", "-", ".".join((suite, *self.labels.values()))).strip("-.")


def nearer(ranking: Ranking, one: str, other: str) -> int:
    """1 when ``one`` stands strictly before ``other``, -1 behind, 0 when they tie or neither was found.

    Scores tie as `esneg.search.fusion.tied` says: engines add float32 numbers, in an order of their own.
    """
    from esneg.search.fusion import tied

    first, second = ranking.get(one), ranking.get(other)
    if first is None or second is None:
        return (first is not None) - (second is not None)
    if first.tier != second.tier:
        return 1 if first.tier > second.tier else -1
    if tied(first.score, second.score):
        return 0
    return 1 if first.score > second.score else -1


def run_stages(
    context: Context, index: str, queries: Mapping[str, str], passages: int, *, language: str
) -> Iterator[Ranked]:
    """Runs every stage that can be run; what cannot is said in ``context.notes``.

    Args:
        index: as `esneg.evaluation.indexed.indexed` made it.
        queries: id -> text.
        passages: how many the index holds.
    """
    cluster = context.cluster
    assert cluster is not None  # the runner sees to it for suites that need an engine
    encoders = [
        Named(each.name, _Remembering(each.model, list(queries.values()))) for each in context.encoders
    ]
    jobs = list(_jobs(context, encoders))
    for done, (stage, number, reranker) in enumerate(jobs):
        encoder = None if number is None else encoders[number]
        context.progress(stage.name, done, len(jobs))
        with warnings.catch_warnings():
            # Said once in the run's description of the engine.
            warnings.simplefilter("ignore", _notice())
            searcher = _searcher(
                cluster, index, stage, encoder, number, reranker, context, passages, language
            )
            depth = min(passages, MOST_HITS)
            rankings = {
                query: _ranking(searcher.search(text, depth, explain=False, strict=True).hits)
                for query, text in queries.items()
            }
        yield Ranked(
            stage, encoder.name if encoder else NO_ENCODER, reranker.name if reranker else "", rankings
        )


def _jobs(context: Context, encoders: Sequence[Named]) -> Iterator[tuple[Stage, int | None, Named | None]]:
    """(stage, number of the encoder, re-ranker) of every search that can be made."""
    cluster = context.cluster
    assert cluster is not None
    capabilities = cluster.capabilities()
    skipped: dict[str, list[str]] = {}
    for stage in STAGES:
        lacks = ""
        if stage.dense and not capabilities.knn:
            lacks = f"the engine has no kNN ({capabilities.reasons.get('knn', 'no reason given')})"
        elif stage.rerank and not context.rerankers:
            lacks = "there is no re-ranker"
        elif stage.judged and context.polarity is None:
            lacks = "there is no polarity model"
        if lacks:
            skipped.setdefault(lacks, []).append(stage.name)
            continue
        for number in range(len(encoders)) if stage.dense else [None]:
            for reranker in context.rerankers if stage.rerank else [None]:
                yield stage, number, reranker
    context.notes.extend(f"not run, since {why}: {'; '.join(names)}" for why, names in skipped.items())


def _searcher(
    cluster: Cluster,
    index: str,
    stage: Stage,
    encoder: Named | None,
    number: int | None,
    reranker: Named | None,
    context: Context,
    passages: int,
    language: str,
) -> Any:
    from esneg.search.fusion import Rrf
    from esneg.search.legs import LexicalLeg
    from esneg.search.searcher import HybridSearcher

    legs: list[Any] = ["dense"] if stage.dense else []
    if stage.words:
        legs.append(LexicalLeg(_query_builder(stage, language)))
    return HybridSearcher(
        cluster,
        index,
        text_fields=(TEXT_FIELD,),
        vector_field=None if number is None else vector_field(number),
        encoder=encoder.model if encoder else None,
        reranker=reranker.model if reranker else None,
        rerank_depth=RERANK_DEPTH,
        polarity=context.polarity.model if stage.judged and context.polarity else None,
        # The window holds every passage, so that RRF ranks both passages of each pair.
        fusion=Rrf(window=window(passages)),
        legs=legs,
        # Only models read text; a thousand hits a query are not fetched for nothing.
        source=[TEXT_FIELD] if stage.rerank or stage.judged else False,
        force=True,
    )


def window(passages: int) -> int:
    """Of RRF: all passages, at least the usual 100, at most `MOST_HITS`."""
    return max(100, min(passages, MOST_HITS))


def _query_builder(stage: Stage, language: str) -> Callable[[str], Mapping[str, Any]]:
    from esneg.search.legs import match

    if stage.words == "polarity":
        from esneg.search.polarity import build_query

        return lambda question: build_query(question, POLARITY_FIELD, language)
    return match((STOCK_FIELD if stage.words == "stock" else TEXT_FIELD,))


def _ranking(hits: Sequence[Hit]) -> dict[str, Position]:
    from esneg.search.rerank.polarity import Demote

    threshold = Demote().threshold
    found = {}
    for hit in hits:
        judged = hit.rerank_score is not None or hit.p_opposite is not None
        demoted = hit.p_opposite is not None and hit.p_opposite >= threshold
        score = hit.fused_score if hit.rerank_score is None else hit.rerank_score
        found[hit.id] = Position(hit.rank, (2 - demoted) if judged else 0, score)
    return found


def _notice() -> type[Warning]:
    from esneg.search.place import ClientFusionNotice

    return ClientFusionNotice


class _Remembering:
    """An encoder that knows all queries of a run already: nine stages ask for the same vectors."""

    def __init__(self, encoder: Any, queries: list[str]) -> None:
        self._vectors = dict(zip(queries, encoder.encode_queries(queries), strict=True))

    def encode_queries(self, texts: list[str]) -> Any:
        """See `esneg.search.legs.QueryEncoder`."""
        return [self._vectors[text] for text in texts]
