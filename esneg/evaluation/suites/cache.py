"""Suite ``cache``: would a semantic cache serve the answer to one question for its opposite?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from esneg.errors import UsageError
from esneg.evaluation.data import Dataset
from esneg.evaluation.figures import mean, number, rate
from esneg.evaluation.items import CacheItem
from esneg.evaluation.model import Chart, Comparison, Outcome, Row, Series, SuiteResult, Table, Worst
from esneg.evaluation.statistics.digits import p_text
from esneg.evaluation.statistics.permutation import independent_permutation, paired_permutation
from esneg.evaluation.suites.base import Context, Named, Suite, corrected, each_two, similarities
from esneg.evaluation.suites.overlap import matched, overlap
from esneg.evaluation.suites.pairs import (
    LEFT_OUT_NOTE,
    curve,
    degenerate_note,
    left_out,
    separation,
    served_at,
)

THRESHOLDS = (0.90, 0.92, 0.95)
"""Similarities from which semantic caches are commonly set to serve."""

_WORST = 10


@dataclass(frozen=True)
class _Measured:
    """The pairs of one language under one encoder."""

    encoder: Named
    language: str
    pairs: Sequence[CacheItem]
    similarity: Sequence[float]

    @property
    def labels(self) -> dict[str, str]:
        return {"encoder": self.encoder.name, "language": self.language}

    def of(self, *kinds: str) -> list[float]:
        return [s for pair, s in zip(self.pairs, self.similarity, strict=True) if pair.kind in kinds]

    def contrasts(self) -> list[tuple[str, float, float]]:
        """(group, similarity of the rewording, of the opposite), for the groups that have both."""
        found: dict[str, dict[str, float]] = {}
        for pair, similarity in zip(self.pairs, self.similarity, strict=True):
            found.setdefault(pair.group, {}).setdefault(pair.kind, similarity)
        return [
            (group, kinds["rewording"], kinds["opposite"])
            for group, kinds in found.items()
            if {"rewording", "opposite"} <= set(kinds)
        ]


class CacheSuite(Suite):
    """Similarities of questions that ask the same and of questions that do not."""

    name = "cache"
    title = "Semantic cache: questions taken for one another"
    primary = "opposite nearer"
    better = "less"

    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """See `Suite.measure`. The primary figure: how often the opposite is at least as near as the rewording."""
        measured = list(_measure(data, context))
        return self.result(
            data,
            tables=(
                Table(
                    "kinds", "Similarity and what is served, by kind", tuple(_kind_rows(measured)), _KIND_NOTE
                ),
                Table(
                    "separation",
                    "Rewordings against opposites",
                    tuple(_separation_rows(measured)),
                    _SEPARATION_NOTE,
                ),
                Table(
                    "fragility",
                    "How firm the threshold is",
                    tuple(_fragility_rows(measured)),
                    LEFT_OUT_NOTE,
                ),
            ),
            comparisons=_comparisons(measured, context),
            charts=tuple(chart for each in measured for chart in _charts(each)),
            outcomes=tuple(
                Outcome(each.labels, group, float(opposite >= rewording))
                for each in measured
                for group, rewording, opposite in each.contrasts()
            ),
            worst=tuple(_worst(measured)),
            notes=tuple(
                note
                for each in measured
                for note in degenerate_note(
                    f"{each.encoder.name}, {each.language}", each.of("rewording"), each.of("opposite")
                )
            ),
        )


_KIND_NOTE = (
    "rewording and negative_interrogative ask the same: to serve them is right. opposite, entity and time ask "
    "something else: to serve them is wrong. at 0.90 and so on: the share that a cache with this threshold serves."
)
_SEPARATION_NOTE = (
    "subset overlap-matched: rewordings and opposites that share equally many words with the first question "
    "(Jaccard's index within 0.05). same answer or not: rewordings and negative interrogatives against all others. "
    "margin: similarity of the rewording less that of the opposite of the same question. p: permutation test of "
    "whether rewordings and opposites differ in mean similarity."
)


def _measure(data: Dataset, context: Context) -> Iterator[_Measured]:
    pairs: list[CacheItem] = list(data.content)  # type: ignore[arg-type]
    kinds = {pair.kind for pair in pairs}
    if not {"rewording", "opposite"} <= kinds:
        raise UsageError(
            f"{data.name}: the cache suite compares rewordings with opposites, and the data has only "
            f"{', '.join(sorted(kinds))}"
        )
    languages = list(dict.fromkeys(pair.language for pair in pairs))
    for encoder in context.encoders:
        for done, language in enumerate(languages):
            context.progress(f"cache: {encoder.name}, {language}", done, len(languages))
            own = [pair for pair in pairs if pair.language == language]
            first, second = [pair.first for pair in own], [pair.second for pair in own]
            yield _Measured(
                encoder, language, own, similarities(encoder.model, first, second, side="queries")
            )


def _kind_rows(measured: Sequence[_Measured]) -> Iterator[Row]:
    for each in measured:
        for kind in CacheItem.KINDS:
            if values := each.of(kind):
                served = (served_at(cut, values) for cut in THRESHOLDS)
                yield Row({**each.labels, "kind": kind}, (mean("similarity", values), *served))


def _separation_rows(measured: Sequence[_Measured]) -> Iterator[Row]:
    for each in measured:
        rewordings, opposites = each.of("rewording"), each.of("opposite")
        if not rewordings or not opposites:
            continue
        yield _separation_row({**each.labels, "subset": "all"}, rewordings, opposites, each.contrasts())
        kept = _overlap_matched(each)
        if kept:
            yield _separation_row({**each.labels, "subset": "overlap-matched"}, *kept, None)
        right, wrong = each.of(*CacheItem.SAME_ANSWER), each.of("opposite", "entity", "time")
        yield _separation_row({**each.labels, "subset": "same answer or not"}, right, wrong, None)


def _separation_row(
    labels: Mapping[str, str],
    rightful: Sequence[float],
    wrongful: Sequence[float],
    contrasts: Sequence[tuple[str, float, float]] | None,
) -> Row:
    nearer = [opposite >= rewording for _, rewording, opposite in contrasts or ()]
    margins = [rewording - opposite for _, rewording, opposite in contrasts or ()]
    test = independent_permutation(rightful, wrongful)
    how = "exact" if test.exact else "drawn"
    return Row(
        labels,
        (
            *separation(rightful, wrongful, wrong="served wrongly"),
            rate("opposite nearer", nearer, better="less"),
            mean("margin", margins, better="more"),
            number("p", test.p, test.n, text=f"{p_text(test.p)} ({how})"),
        ),
    )


def _overlap_matched(each: _Measured) -> tuple[list[float], list[float]] | None:
    scored = list(zip(each.pairs, each.similarity, strict=True))
    rewordings = [(overlap(p.first, p.second), s) for p, s in scored if p.kind == "rewording"]
    opposites = [(overlap(p.first, p.second), s) for p, s in scored if p.kind == "opposite"]
    places = matched([o for o, _ in rewordings], [o for o, _ in opposites])
    if not places:
        return None
    return [rewordings[row][1] for row, _ in places], [opposites[column][1] for _, column in places]


def _fragility_rows(measured: Sequence[_Measured]) -> Iterator[Row]:
    for each in measured:
        rewordings, opposites = each.of("rewording"), each.of("opposite")
        if rewordings and opposites:
            yield Row(each.labels, tuple(left_out(rewordings, opposites)))


def _comparisons(measured: Sequence[_Measured], context: Context) -> tuple[Comparison, ...]:
    tests = []
    for one, other in each_two(context.encoders):
        for language in dict.fromkeys(each.language for each in measured):
            first, second = (
                [float(opposite >= rewording) for _, rewording, opposite in each.contrasts()]
                for model in (one, other)
                for each in measured
                if each.encoder is model and each.language == language
            )
            if first:
                test = paired_permutation(first, second)
                tests.append((f"opposite nearer ({language})", one.name, other.name, test))
    return corrected(tests)


def _charts(each: _Measured) -> Iterator[Chart]:
    where = f"{each.encoder.name}, {each.language}"
    by_kind = {kind: each.of(kind) for kind in CacheItem.KINDS if each.of(kind)}
    yield Chart(
        "histogram",
        f"Similarity by kind: {where}",
        "cosine similarity",
        tuple(Series(kind, tuple(values)) for kind, values in by_kind.items()),
    )
    yield Chart(
        "lines",
        f"Served at each threshold: {where}",
        "threshold",
        tuple(curve(kind, values) for kind, values in by_kind.items()),
    )
    margins = tuple(rewording - opposite for _, rewording, opposite in each.contrasts())
    yield Chart(
        "strip",
        f"Margin of the rewording over the opposite: {where}",
        "similarity of the rewording less that of the opposite",
        (Series("margin", margins),),
    )


def _worst(measured: Sequence[_Measured]) -> Iterator[Worst]:
    for each in measured:
        texts = {(pair.group, pair.kind): pair for pair in each.pairs}
        for group, rewording, opposite in sorted(each.contrasts(), key=lambda c: c[1] - c[2])[:_WORST]:
            if opposite < rewording:
                break
            yield Worst(
                group,
                {
                    "question": texts[group, "rewording"].first,
                    "rewording": texts[group, "rewording"].second,
                    "opposite": texts[group, "opposite"].second,
                },
                {
                    f"{each.encoder.name}: rewording": f"{rewording:.3f}",
                    f"{each.encoder.name}: opposite": f"{opposite:.3f}",
                },
            )
