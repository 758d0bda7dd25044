"""Suite ``retrieval``: standard measures of every stage on a collection with judgements (BEIR, TREC, ir_datasets)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esneg.errors import UsageError
from esneg.evaluation.data import Dataset
from esneg.evaluation.figures import mean
from esneg.evaluation.indexed import indexed
from esneg.evaluation.items import Collection
from esneg.evaluation.measures import per_query, trec_run
from esneg.evaluation.model import Comparison, Outcome, Row, SuiteResult, Table
from esneg.evaluation.ranking import Ranked, run_stages
from esneg.evaluation.statistics.permutation import paired_permutation
from esneg.evaluation.suites.base import Context, Suite, corrected

MEASURES = ("nDCG@10", "RR@10", "R@10", "R@100", "AP@100")


class RetrievalSuite(Suite):
    """What each stage does to ordinary retrieval: a repair of negation must not cost the rest."""

    name = "retrieval"
    title = "Retrieval: standard measures on a collection with judgements"
    primary = "nDCG@10"
    better = "more"
    needs_engine = True

    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """See `Suite.measure`."""
        if not isinstance(data.content, Collection):
            raise UsageError(
                "the retrieval suite needs passages, queries and judgements: a BEIR or TREC folder"
            )
        if context.cluster is None:
            raise UsageError("the retrieval suite needs an engine", remedy="give --engine")
        collection = data.content
        with indexed(
            context.cluster, collection.passages, context.encoders, language=context.language
        ) as index:
            stages = list(
                run_stages(
                    context, index, collection.queries, len(collection.passages), language=context.language
                )
            )
        values = [(stage, per_query(MEASURES, collection.qrels, stage.rankings)) for stage in stages]
        for stage in stages:
            context.runs[stage.run_name(self.name)] = list(trec_run(stage.rankings, "esneg"))
        notes = tuple(context.notes)
        context.notes.clear()
        return self.result(
            data,
            tables=(Table("stages", "What each stage does", tuple(_rows(values)), _NOTE),),
            comparisons=_comparisons(values),
            outcomes=tuple(
                Outcome(stage.labels, query, value)
                for stage, measured in values
                for query, value in measured[self.primary].items()
            ),
            notes=notes,
        )


_NOTE = "By ir_measures, the mean over all judged queries; a query that finds nothing counts 0."


def _rows(values: Sequence[tuple[Ranked, dict[str, dict[str, float]]]]) -> Iterator[Row]:
    for stage, measured in values:
        yield Row(
            stage.labels,
            tuple(mean(name, list(measured[name].values()), better="more") for name in MEASURES),
        )


def _comparisons(values: Sequence[tuple[Ranked, dict[str, dict[str, float]]]]) -> tuple[Comparison, ...]:
    tests = []
    for stage, measured in values:
        for other, others in values:
            if stage.is_tested_against(other):
                first, second = measured["nDCG@10"], others["nDCG@10"]
                test = paired_permutation(list(first.values()), [second[query] for query in first])
                tests.append(("nDCG@10", stage.title, other.title, test))
    return corrected(tests)
