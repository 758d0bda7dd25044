"""Suite ``scope``: does a vector know what a "not", an "every" or an "if" reaches over?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.errors import UsageError
from esneg.evaluation.data import Dataset
from esneg.evaluation.figures import mean, number, rate
from esneg.evaluation.items import ScopeItem
from esneg.evaluation.model import Chart, Comparison, Figure, Outcome, Row, Series, SuiteResult, Table, Worst
from esneg.evaluation.statistics.permutation import paired_permutation
from esneg.evaluation.suites.base import Context, Named, Suite, corrected, each_two, unit
from esneg.evaluation.suites.distances import DISTANCES, TOLERANCE, columns, has_unit_length, same_rankings

NARROW = 0.02
"""A margin below this is within the band in which a re-embedding or quantisation may turn the order around."""

_TOP = 3
_WORST = 15


@dataclass(frozen=True)
class _Trial:
    """One query against its own text and the twin.

    Attributes:
        own, twin: cosine similarities.
        twin_rank: rank of the twin among all texts and distractors, from 1.
    """

    item: ScopeItem
    side: str
    own: float
    twin: float
    twin_rank: int

    @property
    def margin(self) -> float:
        return self.own - self.twin

    @property
    def tie(self) -> bool:
        return abs(self.margin) <= TOLERANCE

    @property
    def won(self) -> bool:
        return self.margin > TOLERANCE


class _Space:
    """All texts and queries of the data as vectors of one encoder."""

    def __init__(self, encoder: Named, items: Sequence[ScopeItem]) -> None:
        self.encoder = encoder
        self.pairs = [item for item in items if item.kind != "distractor"]
        pool = [text for item in self.pairs for text in (item.first, item.second)]
        pool += [item.text for item in items if item.kind == "distractor"]
        self.texts = list(dict.fromkeys(pool))
        self.queries = [query for item in self.pairs for query in (item.first_query, item.second_query)]
        self.text_vectors = _wide(encoder.model.encode_passages(self.texts))
        self.query_vectors = _wide(encoder.model.encode_queries(self.queries))

    def nearness(self) -> dict[str, Any]:
        """Nearness of every text to every query, by distance, raw and normalised."""
        raw = self.query_vectors, self.text_vectors
        normalised = unit(raw[0]), unit(raw[1])
        return {
            f"{name}, {how}": near(*vectors)
            for name, near in DISTANCES.items()
            for how, vectors in (("raw", raw), ("normalised", normalised))
        }

    def trials(self, matrix: Any) -> list[_Trial]:
        """Each query of each pair, by one nearness matrix (a row a query, a column a text)."""
        found = []
        for at, item in enumerate(self.pairs):
            first, second = columns(self.texts, [item.first, item.second])
            for row, own, twin, side in (
                (2 * at, first, second, "first"),
                (2 * at + 1, second, first, "second"),
            ):
                near = matrix[row]
                rank = 1 + int((near > near[twin]).sum())
                found.append(_Trial(item, side, float(near[own]), float(near[twin]), rank))
        return found


class ScopeSuite(Suite):
    """Minimal pairs: the same words, another scope."""

    name = "scope"
    title = "Scope: sentences with the same words and another meaning"
    primary = "both right"
    better = "more"

    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """See `Suite.measure`. The primary figure: pairs of which each query is nearer to its own text, strictly."""
        items: list[ScopeItem] = list(data.content)  # type: ignore[arg-type]
        if all(item.kind == "distractor" for item in items):
            raise UsageError(f"{data.name}: holds distractors only, and no pair")
        spaces = []
        for done, encoder in enumerate(context.encoders):
            context.progress(f"scope: {encoder.name}", done, len(context.encoders))
            spaces.append(_Space(encoder, items))
        nearness = {space.encoder.name: space.nearness() for space in spaces}
        trials = {
            space.encoder.name: space.trials(nearness[space.encoder.name]["cosine, raw"]) for space in spaces
        }
        return self.result(
            data,
            tables=(
                Table("pairs", "By kind of pair (cosine)", tuple(_pair_rows(trials)), _PAIR_NOTE),
                Table(
                    "readings",
                    "Which reading an ambiguous sentence gets",
                    tuple(_readings(spaces)),
                    _READING_NOTE,
                ),
                Table(
                    "distances",
                    "Four distances, on raw and normalised vectors",
                    tuple(
                        row for space in spaces for row in _distance_rows(space, nearness[space.encoder.name])
                    ),
                    "ranks as: the first distance of the table that orders all texts alike for every query.",
                ),
            ),
            comparisons=_comparisons(trials, context),
            charts=tuple(_charts(trials)),
            outcomes=tuple(
                Outcome({"encoder": encoder}, item, won)
                for encoder, own in trials.items()
                for item, won in _both_right(own).items()
            ),
            worst=tuple(worst for encoder, own in trials.items() for worst in _worst(encoder, own)),
            notes=tuple(note for space in spaces for note in _notes(space, nearness[space.encoder.name])),
        )


_PAIR_NOTE = (
    "right: a query is nearer to its own text than to the twin, strictly; both right: both queries of a pair are. "
    f"twin in top {_TOP}: the text with the other meaning is among the {_TOP} nearest of all texts. narrow: own text "
    f"and twin lie less than {NARROW} apart."
)
_READING_NOTE = (
    "People read a sentence such as 'All tickets are not sold' as 'not all' (weak) or as 'none' (strong); the "
    "table says which of the two the encoder puts nearer."
)


def _wide(vectors: Any) -> Any:
    import numpy as np

    return np.asarray(vectors, dtype=np.float64)


def _both_right(trials: Sequence[_Trial]) -> dict[str, float]:
    won: dict[str, bool] = {}
    for trial in trials:
        won[trial.item.id] = won.get(trial.item.id, True) and trial.won
    return {item: float(each) for item, each in won.items()}


def _pair_rows(trials: Mapping[str, Sequence[_Trial]]) -> Iterator[Row]:
    for encoder, own in trials.items():
        kinds = list(dict.fromkeys(trial.item.kind for trial in own))
        for kind in kinds:
            yield _pair_row(encoder, kind, [trial for trial in own if trial.item.kind == kind])
        if len(kinds) > 1:
            yield _pair_row(encoder, "all", own)


def _pair_row(encoder: str, kind: str, trials: Sequence[_Trial]) -> Row:
    return Row(
        {"encoder": encoder, "kind": kind},
        (
            rate("both right", [bool(won) for won in _both_right(trials).values()], better="more"),
            rate("right", [trial.won for trial in trials], better="more"),
            rate(f"twin in top {_TOP}", [trial.twin_rank <= _TOP for trial in trials]),
            rate("exact ties", [trial.tie for trial in trials], better="less"),
            rate("narrow", [abs(trial.margin) < NARROW for trial in trials], better="less"),
            mean("margin", [trial.margin for trial in trials], better="more"),
        ),
    )


def _readings(spaces: Sequence[_Space]) -> Iterator[Row]:
    for space in spaces:
        items = [item for item in space.pairs if item.ambiguous]
        if not items:
            continue
        vectors = unit(space.encoder.model.encode_passages([item.ambiguous for item in items]))
        texts = unit(space.text_vectors)
        gaps = []
        for item, vector in zip(items, vectors, strict=True):
            weak, strong = columns(space.texts, [item.first, item.second])
            gaps.append(float(vector @ texts[weak] - vector @ texts[strong]))
        yield Row(
            {"encoder": space.encoder.name},
            (
                rate("weak", [gap > TOLERANCE for gap in gaps]),
                rate("strong", [gap < -TOLERANCE for gap in gaps]),
                rate("tie", [abs(gap) <= TOLERANCE for gap in gaps]),
                mean("weak less strong", gaps),
            ),
        )


def _distance_rows(space: _Space, nearness: Mapping[str, Any]) -> Iterator[Row]:
    groups = {name: group[0] for group in same_rankings(nearness) for name in group}
    for name, matrix in nearness.items():
        trials = space.trials(matrix)
        distance, vectors = name.split(", ")
        figures: list[Figure] = [
            rate("both right", [bool(won) for won in _both_right(trials).values()], better="more"),
            rate("right", [trial.won for trial in trials], better="more"),
            number("ranks as", None, len(trials), text=groups[name]),
        ]
        yield Row({"encoder": space.encoder.name, "distance": distance, "vectors": vectors}, tuple(figures))


def _notes(space: _Space, nearness: Mapping[str, Any]) -> Iterator[str]:
    name = space.encoder.name
    if has_unit_length(space.text_vectors):
        yield f"{name}: its vectors have length 1 already, so that raw and normalised are the same"
    for group in same_rankings(nearness):
        if len(group) > 1:
            yield f"{name}: the same ranking: {'; '.join(group)}"


def _comparisons(trials: Mapping[str, Sequence[_Trial]], context: Context) -> tuple[Comparison, ...]:
    won = {encoder: list(_both_right(own).values()) for encoder, own in trials.items()}
    return corrected(
        [
            ("both right", a.name, b.name, paired_permutation(won[a.name], won[b.name]))
            for a, b in each_two(context.encoders)
        ]
    )


def _charts(trials: Mapping[str, Sequence[_Trial]]) -> Iterator[Chart]:
    for encoder, own in trials.items():
        kinds = Counter(trial.item.kind for trial in own)
        yield Chart(
            "strip",
            f"Margin over the twin: {encoder}",
            "similarity of the own text less that of the twin",
            tuple(Series(kind, tuple(t.margin for t in own if t.item.kind == kind)) for kind in kinds),
        )


def _worst(encoder: str, trials: Sequence[_Trial]) -> Iterator[Worst]:
    for trial in sorted(trials, key=lambda t: t.margin)[:_WORST]:
        if trial.won:
            break
        item, is_first = trial.item, trial.side == "first"
        yield Worst(
            f"{item.id}/{trial.side}",
            {
                "query": item.first_query if is_first else item.second_query,
                "own text": item.first if is_first else item.second,
                "twin": item.second if is_first else item.first,
            },
            {f"{encoder}: own text": f"{trial.own:.3f}", f"{encoder}: twin": f"{trial.twin:.3f}"},
        )
