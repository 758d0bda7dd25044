"""A small stored run, for everything that reads runs."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.evaluation.figures import area, mean, number, rate
from esneg.evaluation.model import (
    Chart,
    Comparison,
    DataInfo,
    EvaluationRun,
    Outcome,
    Row,
    Series,
    SuiteResult,
    Table,
    Worst,
)

EVIL = '<script>alert("x")</script> & "quoted"'


def run_of(
    right: Sequence[int], *, stage: str = "dense", checksum: str = "abc", name: str = "text"
) -> EvaluationRun:
    """A run of the policy suite with one stage; ``right`` says of each item whether both questions were."""
    row = Row(
        {"encoder": "m", "stage": stage},
        (
            rate("both right", list(right), better="more"),
            mean("RR", [0.5, 1.0, 0.25], better="more"),
            area("AUROC", [0.9, 0.8], [0.7, 0.85]),
            number("threshold", None, 4, text="refuse all"),
        ),
    )
    other = Row({"encoder": "m", "stage": "-bm25"}, (rate("both right", [1, 0], better="more"),))
    charts = (
        Chart("histogram", f"histogram {name}", "similarity", (Series(name, (0.1, 0.5, 0.9)),)),
        Chart("strip", "strip", "margin", (Series("a", (-0.1, 0.0, 0.2)), Series("empty", ()))),
        Chart("lines", "lines", "threshold", (Series("a", (1.0, 0.5, 0.0), x=(0.5, 0.75, 1.0)),)),
        Chart(
            "intervals", "ends", "share", (Series("a", (0.5,), low=(0.2,), high=(0.8,), labels=("dense",)),)
        ),
    )
    suite = SuiteResult(
        "policy",
        "Policy",
        "both right",
        "more",
        DataInfo("built-in", "jsonl", checksum, len(right)),
        tables=(Table("stages", "What each stage does", (row, other), "A note."),),
        comparisons=(Comparison("both right", stage, "-bm25", 0.25, 0.0004, 0.0004, False, 40),),
        charts=charts,
        outcomes=tuple(
            Outcome({"encoder": "m", "stage": stage}, f"i{at}", float(value))
            for at, value in enumerate(right)
        ),
        worst=(Worst("i1", {"question": name}, {"dense": "0.1"}),),
        notes=(f"a note on {name}",),
    )
    return EvaluationRun(
        versions={"esneg": "1", "python": "3"},
        models=({"use": "encoder", "name": "m", "revision": "r"},),
        engine={"distribution": "OpenSearch", "version": "3.5.0"},
        settings={"language": "en"},
        seed=1,
        suites=(suite,),
        started="2026-01-01T00:00:00+00:00",
        seconds=1.5,
    )
