"""Suite ``distractors``: which single difference between two passages does a model fail to see?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from esneg.evaluation.data import Dataset
from esneg.evaluation.figures import number, rate
from esneg.evaluation.items import DistractorItem
from esneg.evaluation.model import Chart, Comparison, Figure, Outcome, Row, Series, SuiteResult, Table, Worst
from esneg.evaluation.statistics.permutation import paired_permutation
from esneg.evaluation.suites.base import Context, Named, ScoreFunction, Suite, corrected, each_two, unit

Scorer = Callable[[str, Sequence[str]], Sequence[float]]
"""(query, candidates) to a score each: the query comes first, whatever the model."""

_QUANTILES = (0.05, 0.5, 0.95)
_WORST = 15


@dataclass(frozen=True)
class _Trial:
    """One query against the right passage and one distractor.

    Attributes:
        first: the right passage is first, strictly, among all right passages and this distractor.
    """

    item: DistractorItem
    style: str
    right: float
    distractor: float
    first: bool

    @property
    def won(self) -> bool:
        """The distractor won."""
        return self.distractor > self.right


class DistractorsSuite(Suite):
    """Typed hard negatives, one difference each, in several query styles."""

    name = "distractors"
    title = "Distractors: passages that differ from the right one in a single respect"
    primary = "distractor wins"
    better = "less"

    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """See `Suite.measure`. The primary figure: how often the distractor scores higher than the passage."""
        items: list[DistractorItem] = list(data.content)  # type: ignore[arg-type]
        models = [*context.encoders, *context.rerankers]
        trials: dict[str, list[_Trial]] = {}
        scorers = [encoder_scorer(encoder, items) for encoder in context.encoders]
        scorers += [reranker_scorer(reranker.model, scorers[0]) for reranker in context.rerankers]
        for done, (model, scorer) in enumerate(zip(models, scorers, strict=True)):
            context.progress(f"distractors: {model.name}", done, len(models))
            trials[model.name] = _trials(items, scorer)
        types = list(dict.fromkeys(item.type for item in items))
        styles = list(dict.fromkeys(style for item in items for style in item.queries))
        return self.result(
            data,
            tables=(
                Table("types", "By type of distractor", tuple(_rows(trials, "type", types)), _NOTE),
                Table("styles", "By type and query style", tuple(_style_rows(trials, types, styles)), _NOTE),
            ),
            comparisons=_comparisons(trials, models, types),
            charts=tuple(_charts(trials, types)),
            outcomes=tuple(
                Outcome(
                    {"model": model, "type": trial.item.type},
                    f"{trial.item.id}/{trial.style}",
                    float(trial.won),
                )
                for model, own in trials.items()
                for trial in own
            ),
            worst=tuple(worst for model, own in trials.items() for worst in _worst(model, own)),
        )


_NOTE = (
    "distractor wins: it scores higher than the right passage; ties: it scores the same. margin: score of the right "
    "passage less that of the distractor, at three quantiles; margins of different models are on different scales. "
    "A re-ranker gets the candidates in the order of the first encoder. "
    "Recall@1: the right passage is first among all right passages and this distractor. The queries of one need are "
    "not independent of each other, so that intervals over several styles are too narrow."
)


def encoder_scorer(encoder: Named, items: Sequence[DistractorItem]) -> Scorer:
    """Scores by the cosine of a query's vector (encoded as query) and a candidate's (encoded as passage)."""
    passages = list(dict.fromkeys(text for item in items for text in (item.passage, item.distractor)))
    queries = list(dict.fromkeys(query for item in items for query in item.queries.values()))
    passage_vectors = dict(zip(passages, unit(encoder.model.encode_passages(passages)), strict=True))
    query_vectors = dict(zip(queries, unit(encoder.model.encode_queries(queries)), strict=True))

    def score(query: str, candidates: Sequence[str]) -> list[float]:
        return [float(query_vectors[query] @ passage_vectors[each]) for each in candidates]

    return score


def reranker_scorer(reranker: ScoreFunction, first: Scorer) -> Scorer:
    """Scores by a re-ranker, which reads (query, candidates) in this order.

    The candidates come as a search would bring them, in the order of ``first``: some re-rankers, the packaged one
    among them, judge the ranking that they are given and not each passage by itself.
    """

    def score(query: str, candidates: Sequence[str]) -> list[float]:
        before = first(query, candidates)
        order = sorted(range(len(candidates)), key=lambda at: -before[at])
        given = reranker(query, [candidates[at] for at in order])
        by_place = {at: float(value) for at, value in zip(order, given, strict=True)}
        return [by_place[at] for at in range(len(candidates))]

    return score


def _trials(items: Sequence[DistractorItem], score: Scorer) -> list[_Trial]:
    passages = list(dict.fromkeys(item.passage for item in items))
    by_query: dict[str, dict[str, float]] = {}
    wanted: dict[str, dict[str, None]] = {}  # ordered sets: a query's candidates are scored in one go
    for item in items:
        for query in item.queries.values():
            wanted.setdefault(query, dict.fromkeys(passages))[item.distractor] = None
    for query, candidates in wanted.items():
        by_query[query] = dict(zip(candidates, score(query, list(candidates)), strict=True))
    trials = []
    for item in items:
        for style, query in item.queries.items():
            scores = by_query[query]
            right, distractor = scores[item.passage], scores[item.distractor]
            others = (scores[passage] for passage in passages if passage != item.passage)
            trials.append(_Trial(item, style, right, distractor, right > max(distractor, *others)))
    return trials


def _rows(trials: dict[str, list[_Trial]], label: str, types: Sequence[str]) -> Iterator[Row]:
    for model, own in trials.items():
        for type_ in types:
            of_type = [trial for trial in own if trial.item.type == type_]
            yield Row({"model": model, label: type_}, tuple(_figures(of_type)))
        if len(types) > 1:
            yield Row({"model": model, label: "all"}, tuple(_figures(own)))


def _style_rows(
    trials: dict[str, list[_Trial]], types: Sequence[str], styles: Sequence[str]
) -> Iterator[Row]:
    for model, own in trials.items():
        for type_ in types:
            for style in styles:
                found = [trial for trial in own if (trial.item.type, trial.style) == (type_, style)]
                yield Row({"model": model, "type": type_, "style": style}, tuple(_figures(found)))


def _figures(trials: Sequence[_Trial]) -> Iterator[Figure]:
    import numpy as np

    margins = [trial.right - trial.distractor for trial in trials]
    yield rate("distractor wins", [trial.won for trial in trials], better="less")
    yield rate("ties", [trial.right == trial.distractor for trial in trials], better="less")
    for share in _QUANTILES:
        value = float(np.quantile(margins, share)) if margins else None
        yield number(f"margin {share:.0%}", value, len(margins), better="more")
    yield rate("Recall@1", [trial.first for trial in trials], better="more")


def _comparisons(
    trials: dict[str, list[_Trial]], models: Sequence[Named], types: Sequence[str]
) -> tuple[Comparison, ...]:
    tests = []
    for one, other in each_two(models):
        for type_ in types:
            first, second = (
                _by_item([trial for trial in trials[model.name] if trial.item.type == type_])
                for model in (one, other)
            )
            test = paired_permutation(list(first.values()), list(second.values()))
            tests.append((f"distractor wins ({type_})", one.name, other.name, test))
    return corrected(tests)


def _by_item(trials: Sequence[_Trial]) -> dict[str, float]:
    """The share of an item's styles that its distractor wins: the styles of one item are not independent."""
    wins: dict[str, list[bool]] = {}
    for trial in trials:
        wins.setdefault(trial.item.id, []).append(trial.won)
    return {item: sum(won) / len(won) for item, won in wins.items()}


def _charts(trials: dict[str, list[_Trial]], types: Sequence[str]) -> Iterator[Chart]:
    for model, own in trials.items():
        by_type = {
            type_: tuple(trial.right - trial.distractor for trial in own if trial.item.type == type_)
            for type_ in types
        }
        yield Chart(
            "strip",
            f"Margin over the distractor: {model}",
            "score of the right passage less that of the distractor",
            tuple(Series(type_, margins) for type_, margins in by_type.items()),
        )


def _worst(model: str, trials: Sequence[_Trial]) -> Iterator[Worst]:
    for trial in sorted(trials, key=lambda t: t.right - t.distractor)[:_WORST]:
        if not trial.won:
            break
        yield Worst(
            f"{trial.item.id}/{trial.style}",
            {
                "query": trial.item.queries[trial.style],
                "passage": trial.item.passage,
                "distractor": trial.item.distractor,
            },
            {f"{model}: passage": f"{trial.right:.3f}", f"{model}: distractor": f"{trial.distractor:.3f}"},
        )
