"""Suite ``policy``: does a search find the passage that says it, or the one that says the opposite?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from esneg.errors import UsageError
from esneg.evaluation.data import Dataset
from esneg.evaluation.figures import mean, rate
from esneg.evaluation.indexed import indexed
from esneg.evaluation.items import PolicyItem
from esneg.evaluation.measures import per_query, trec_run
from esneg.evaluation.model import Chart, Comparison, Figure, Outcome, Row, Series, SuiteResult, Table, Worst
from esneg.evaluation.ranking import Ranked, nearer, run_stages
from esneg.evaluation.statistics.permutation import paired_permutation
from esneg.evaluation.suites.base import Context, Named, Suite, corrected, similarities

_MEASURES = ("R@1", "R@10", "RR")
_WORST = 20
_KINDS = ("question", "opposite", "rewording")


@dataclass(frozen=True)
class _Judged:
    """What one stage did with one item: 1 right, 0 tied, -1 wrong, a kind of query."""

    item: PolicyItem
    signs: Mapping[str, int]

    @property
    def both_right(self) -> bool:
        """NevIR's rule: each question strictly prefers its own passage."""
        return self.signs["question"] > 0 and self.signs["opposite"] > 0


class PolicySuite(Suite):
    """Retrieval of passages with opposite facts, stage by stage, on a real engine."""

    name = "policy"
    title = "Policy: passages with opposite facts, searched on a real engine"
    primary = "both right"
    better = "more"
    needs_engine = True

    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """See `Suite.measure`. The primary figure: items of which both questions strictly prefer their passage."""
        items: list[PolicyItem] = list(data.content)  # type: ignore[arg-type]
        passages = _passages(items)
        queries = {f"{item.id}/{kind}": text for item in items for kind, text in _queries(item)}
        if context.cluster is None:
            raise UsageError("the policy suite needs an engine", remedy="give --engine")
        with indexed(context.cluster, passages, context.encoders, language=context.language) as index:
            stages = list(run_stages(context, index, queries, len(passages), language=context.language))
        judged = [(stage, [_judge(item, stage) for item in items]) for stage in stages]
        for stage in stages:
            context.runs[stage.run_name(self.name)] = list(trec_run(stage.rankings, "esneg"))
        notes = tuple(context.notes)
        context.notes.clear()
        return self.result(
            data,
            tables=(
                Table("stages", "What each stage does", tuple(_rows(judged, items)), _NOTE),
                Table(
                    "similarity",
                    "Similarity of the questions",
                    tuple(_similar(items, context)),
                    _SIMILAR_NOTE,
                ),
                Table(
                    "nearness",
                    "The dense leg by nearness",
                    tuple(_by_nearness(judged, context)),
                    _NEARNESS_NOTE,
                ),
            ),
            comparisons=_comparisons(judged),
            charts=tuple(_charts(judged)),
            outcomes=tuple(
                Outcome(stage.labels, each.item.id, float(each.both_right))
                for stage, found in judged
                for each in found
            ),
            worst=tuple(_worst(judged)),
            notes=notes,
        )


_NOTE = (
    "question, opposite, rewording: the passage that answers it stands strictly before the one that says the "
    "opposite. both right: question and opposite of an item. ties: of questions and opposite questions. "
    "R@1, R@10, RR: over all three kinds of queries, among all passages. split: negations with a cue word (not, no, "
    "never ...) and without one (excludes, unpaid ...)."
)
_SIMILAR_NOTE = "Mean cosine of a question with its rewording and with the opposite question."


_NEARNESS_NOTE = (
    "Items whose negation has a cue word (all where nobody has marked them), in thirds by the cosine of question and "
    "opposite question; for each third how often the dense leg answers the opposite question rightly."
)
_FEWEST_A_THIRD = 5


def _passages(items: Sequence[PolicyItem]) -> dict[str, str]:
    return {
        passage_id(item, side): text
        for item in items
        for side, text in (("yes", item.passage), ("no", item.opposite_passage))
    }


def passage_id(item: PolicyItem, side: str) -> str:
    """The id of a passage in the index: "yes" for the affirmative one, "no" for the other.

    Engines and fusion order equal scores by id, so that ids that begin with the side would favour one of them.
    """
    text = item.passage if side == "yes" else item.opposite_passage
    return f"{item.id}/{sha256(text.encode()).hexdigest()[:8]}"


def _queries(item: PolicyItem) -> Iterator[tuple[str, str]]:
    texts = {"question": item.question, "opposite": item.opposite_question, "rewording": item.rewording}
    for kind in _KINDS:
        if texts[kind].strip():
            yield kind, texts[kind]


def _judge(item: PolicyItem, stage: Ranked) -> _Judged:
    yes, no = passage_id(item, "yes"), passage_id(item, "no")
    signs = {}
    for kind, _ in _queries(item):
        right, wrong = (no, yes) if kind == "opposite" else (yes, no)
        signs[kind] = nearer(stage.rankings[f"{item.id}/{kind}"], right, wrong)
    return _Judged(item, signs)


def _splits(items: Sequence[PolicyItem]) -> dict[str, set[str]]:
    """Ids by split; only "all" where nobody has marked cue words."""
    splits = {"all": {item.id for item in items}}
    for name, cue in (("cue word", True), ("no cue word", False)):
        if ids := {item.id for item in items if item.cue is cue}:
            splits[name] = ids
    return splits if len(splits) > 2 else {"all": splits["all"]}


def _rows(judged: Sequence[tuple[Ranked, list[_Judged]]], items: Sequence[PolicyItem]) -> Iterator[Row]:
    for split, ids in _splits(items).items():
        for stage, found in judged:
            own = [each for each in found if each.item.id in ids]
            yield Row({**stage.labels, "split": split}, tuple(_figures(stage, own)))


def _figures(stage: Ranked, judged: Sequence[_Judged]) -> Iterator[Figure]:
    yield rate("both right", [each.both_right for each in judged], better="more")
    for kind in _KINDS:
        if signs := [each.signs[kind] for each in judged if kind in each.signs]:
            yield rate(kind, [sign > 0 for sign in signs], better="more")
    yield rate(
        "ties", [each.signs[k] == 0 for each in judged for k in ("question", "opposite")], better="less"
    )
    qrels = {
        f"{each.item.id}/{kind}": {passage_id(each.item, "no" if kind == "opposite" else "yes"): 1}
        for each in judged
        for kind in each.signs
    }
    measured = per_query(_MEASURES, qrels, stage.rankings)
    for name in ("R@1", "R@10"):
        yield rate(name, [value > 0 for value in measured[name].values()], better="more")
    yield mean("RR", list(measured["RR"].values()), better="more")


def _similar(items: Sequence[PolicyItem], context: Context) -> Iterator[Row]:
    for encoder in context.encoders:
        for split, ids in _splits(items).items():
            own = [item for item in items if item.id in ids]
            reworded = [item for item in own if item.rewording.strip()]
            yield Row(
                {"encoder": encoder.name, "split": split},
                (
                    mean("rewording", _to_question(encoder, reworded, [item.rewording for item in reworded])),
                    mean(
                        "opposite question",
                        _to_question(encoder, own, [item.opposite_question for item in own]),
                    ),
                ),
            )


def _by_nearness(judged: Sequence[tuple[Ranked, list[_Judged]]], context: Context) -> Iterator[Row]:
    """How the dense leg fares where question and opposite question are less and more alike; nothing for few items."""
    for stage, found in judged:
        encoder = next((each for each in context.encoders if each.name == stage.encoder), None)
        own = [each for each in found if each.item.cue is not False]
        if encoder is None or stage.stage.words or len(own) < 3 * _FEWEST_A_THIRD:
            continue
        items = [each.item for each in own]
        nearness = _to_question(encoder, items, [item.opposite_question for item in items])
        ordered = sorted(zip(nearness, own, strict=True), key=lambda pair: pair[0])
        cuts = [0, len(ordered) // 3, 2 * len(ordered) // 3, len(ordered)]
        for name, start, end in zip(
            ("least alike", "in between", "most alike"), cuts, cuts[1:], strict=False
        ):
            third = ordered[start:end]
            yield Row(
                {"encoder": encoder.name, "questions": name},
                (
                    mean("similarity", [value for value, _ in third]),
                    rate("opposite", [each.signs["opposite"] > 0 for _, each in third], better="more"),
                ),
            )


def _to_question(encoder: Named, items: Sequence[PolicyItem], others: Sequence[str]) -> list[float]:
    return similarities(encoder.model, [item.question for item in items], others, side="queries")


def _comparisons(judged: Sequence[tuple[Ranked, list[_Judged]]]) -> tuple[Comparison, ...]:
    tests = []
    for stage, found in judged:
        for other, others in judged:
            if stage.is_tested_against(other):
                test = paired_permutation(
                    [float(each.both_right) for each in found], [float(each.both_right) for each in others]
                )
                tests.append(("both right", stage.title, other.title, test))
    return corrected(tests)


def _charts(judged: Sequence[tuple[Ranked, list[_Judged]]]) -> Iterator[Chart]:
    names = tuple(stage.title for stage, _ in judged)
    figures = [
        (kind, [rate(kind, [_is_right(each, kind) for each in found]) for _, found in judged])
        for kind in ("both right", "question", "opposite")
    ]
    yield Chart(
        "intervals",
        "Right, by stage, with 95 % intervals",
        "share of items",
        tuple(
            Series(
                kind,
                tuple(each.value or 0.0 for each in own),
                low=tuple(each.low or 0.0 for each in own),
                high=tuple(each.high or 0.0 for each in own),
                labels=names,
            )
            for kind, own in figures
        ),
    )
    for stage, found in judged:
        if stage.stage.rerank or (stage.stage.dense and stage.stage.words):
            continue  # fused scores and those of several tiers have no margin that means anything
        margins = tuple(
            (kind, tuple(m for each in found if (m := _margin(stage, each.item, kind)) is not None))
            for kind in ("question", "opposite")
        )
        yield Chart(
            "strip",
            f"Margin of the right passage: {stage.title}",
            "score of the right passage less that of the other",
            tuple(Series(kind, values) for kind, values in margins),
        )


def _is_right(judged: _Judged, kind: str) -> bool:
    return judged.both_right if kind == "both right" else judged.signs[kind] > 0


def _margin(stage: Ranked, item: PolicyItem, kind: str) -> float | None:
    ranking = stage.rankings[f"{item.id}/{kind}"]
    yes, no = ranking.get(passage_id(item, "yes")), ranking.get(passage_id(item, "no"))
    if yes is None or no is None:
        return None
    return no.score - yes.score if kind == "opposite" else yes.score - no.score


def _worst(judged: Sequence[tuple[Ranked, list[_Judged]]]) -> Iterator[Worst]:
    """The items on which most stages fail, with what each stage gave both passages for the opposite question."""
    failures: dict[str, int] = {}
    items: dict[str, PolicyItem] = {}
    for _, found in judged:
        for each in found:
            items[each.item.id] = each.item
            failures[each.item.id] = failures.get(each.item.id, 0) + (not each.both_right)
    for item_id in sorted(failures, key=lambda each: (-failures[each], each))[:_WORST]:
        if not failures[item_id]:
            break
        item = items[item_id]
        yield Worst(
            f"{item_id} ({failures[item_id]} of {len(judged)} stages fail)",
            {
                "question": item.question,
                "opposite question": item.opposite_question,
                "passage": item.passage,
                "opposite passage": item.opposite_passage,
            },
            {stage.title: _placed(stage, item) for stage, _ in judged},
        )


def _placed(stage: Ranked, item: PolicyItem) -> str:
    parts = []
    for kind in ("question", "opposite"):
        ranking = stage.rankings[f"{item.id}/{kind}"]
        sides = ("no", "yes") if kind == "opposite" else ("yes", "no")
        right, wrong = (ranking.get(passage_id(item, side)) for side in sides)
        places = [f"{p.score:.3f} (rank {p.rank})" if p else "not found" for p in (right, wrong)]
        parts.append(f"{kind}: right {places[0]}, wrong {places[1]}")
    return "; ".join(parts)
