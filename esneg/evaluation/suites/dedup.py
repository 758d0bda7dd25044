"""Suite ``dedup``: would a deduplicator merge a statement with its contradiction?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from esneg.evaluation.data import Dataset
from esneg.evaluation.figures import mean, rate
from esneg.evaluation.items import DedupItem
from esneg.evaluation.model import Chart, Comparison, Outcome, Row, Series, SuiteResult, Table, Worst
from esneg.evaluation.statistics.permutation import paired_permutation
from esneg.evaluation.suites.base import Context, Named, Suite, corrected, each_two, similarities
from esneg.evaluation.suites.pairs import LEFT_OUT_NOTE, curve, degenerate_note, left_out, separation

_WORST = 10


@dataclass(frozen=True)
class _Measured:
    encoder: Named
    items: Sequence[DedupItem]
    rewording: Sequence[float]
    contradiction: Sequence[float]

    @property
    def labels(self) -> dict[str, str]:
        return {"encoder": self.encoder.name}

    def nearer(self) -> list[bool]:
        """Whether the contradiction is at least as near as the rewording, a fact."""
        return [c >= r for r, c in zip(self.rewording, self.contradiction, strict=True)]


class DedupSuite(Suite):
    """Similarities of statements with their rewordings and with their contradictions."""

    name = "dedup"
    title = "Deduplication: statements taken for one another"
    primary = "contradiction nearer"
    better = "less"

    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """See `Suite.measure`. The primary figure: how often the contradiction is at least as near."""
        measured = list(_measure(data, context))
        return self.result(
            data,
            tables=(
                Table("separation", "Rewordings against contradictions", tuple(map(_row, measured)), _NOTE),
                Table(
                    "fragility",
                    "How firm the threshold is",
                    tuple(Row(e.labels, tuple(left_out(e.rewording, e.contradiction))) for e in measured),
                    LEFT_OUT_NOTE,
                ),
            ),
            comparisons=_comparisons(measured, context),
            charts=tuple(chart for each in measured for chart in _charts(each)),
            outcomes=tuple(
                Outcome(each.labels, item.id, float(nearer))
                for each in measured
                for item, nearer in zip(each.items, each.nearer(), strict=True)
            ),
            worst=tuple(worst for each in measured for worst in _worst(each)),
            notes=tuple(
                note
                for each in measured
                for note in degenerate_note(each.encoder.name, each.rewording, each.contradiction)
            ),
        )


_NOTE = (
    "threshold keeping 95 %: the highest similarity at which 95 % of the rewordings are still merged; merged wrongly "
    "there: the share of contradictions that are merged with them."
)


def _measure(data: Dataset, context: Context) -> Iterator[_Measured]:
    items: list[DedupItem] = list(data.content)  # type: ignore[arg-type]
    facts = [item.fact for item in items]
    for done, encoder in enumerate(context.encoders):
        context.progress(f"dedup: {encoder.name}", done, len(context.encoders))
        rewordings = similarities(encoder.model, facts, [item.rewording for item in items], side="passages")
        contradictions = similarities(
            encoder.model, facts, [item.contradiction for item in items], side="passages"
        )
        yield _Measured(encoder, items, rewordings, contradictions)


def _row(each: _Measured) -> Row:
    margins = [r - c for r, c in zip(each.rewording, each.contradiction, strict=True)]
    return Row(
        each.labels,
        (
            mean("rewording", each.rewording),
            mean("contradiction", each.contradiction),
            *separation(each.rewording, each.contradiction, wrong="merged wrongly"),
            rate("contradiction nearer", each.nearer(), better="less"),
            mean("margin", margins, better="more"),
        ),
    )


def _comparisons(measured: Sequence[_Measured], context: Context) -> tuple[Comparison, ...]:
    by_encoder = {each.encoder.name: list(map(float, each.nearer())) for each in measured}
    return corrected(
        [
            (
                "contradiction nearer",
                a.name,
                b.name,
                paired_permutation(by_encoder[a.name], by_encoder[b.name]),
            )
            for a, b in each_two(context.encoders)
        ]
    )


def _charts(each: _Measured) -> Iterator[Chart]:
    kinds = {"rewording": each.rewording, "contradiction": each.contradiction}
    yield Chart(
        "histogram",
        f"Similarity of statements: {each.encoder.name}",
        "cosine similarity",
        tuple(Series(kind, tuple(values)) for kind, values in kinds.items()),
    )
    yield Chart(
        "lines",
        f"Merged at each threshold: {each.encoder.name}",
        "threshold",
        tuple(curve(kind, values) for kind, values in kinds.items()),
    )


def _worst(each: _Measured) -> Iterator[Worst]:
    scored = zip(each.items, each.rewording, each.contradiction, strict=True)
    for item, rewording, contradiction in sorted(scored, key=lambda s: s[1] - s[2])[:_WORST]:
        if contradiction < rewording:
            break
        yield Worst(
            item.id,
            {"fact": item.fact, "rewording": item.rewording, "contradiction": item.contradiction},
            {
                f"{each.encoder.name}: rewording": f"{rewording:.3f}",
                f"{each.encoder.name}: contradiction": f"{contradiction:.3f}",
            },
        )
