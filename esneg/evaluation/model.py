"""What an evaluation found: plain results that reports, `compare` and `gate` read. Nothing here measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

SCHEMA = "esneg.eval/1"

FigureKind = Literal["rate", "mean", "auroc", "value"]
ChartKind = Literal["histogram", "strip", "lines", "intervals"]


@dataclass(frozen=True)
class Figure:
    """One measured number.

    Attributes:
        name: what was measured; unique within its row.
        value: None where there was nothing to measure.
        n: how many items, pairs or questions it rests on.
        text: the value as it may be shown: to no more digits than ``n`` allows.
        low, high: the ends of the 95 % interval, where there is one.
        kind: rate (0 to 1, Wilson's interval), mean and auroc (bootstrap), value (a threshold or count: none).
        better: whether more or less of it is better; "" for neither.
    """

    name: str
    value: float | None
    n: int
    text: str
    low: float | None = None
    high: float | None = None
    kind: FigureKind = "value"
    better: Literal["more", "less", ""] = ""


@dataclass(frozen=True)
class Row:
    """Figures of one thing: a stage, an encoder, a kind of pair.

    Attributes:
        labels: what it is, such as {"encoder": "...", "stage": "dense"}; in the order to show.
    """

    labels: Mapping[str, str]
    figures: tuple[Figure, ...]

    def figure(self, name: str) -> Figure | None:
        """The figure of that name."""
        return next((each for each in self.figures if each.name == name), None)


@dataclass(frozen=True)
class Table:
    """Rows with the same labels and figures; ``note`` says how to read them."""

    name: str
    title: str
    rows: tuple[Row, ...]
    note: str = ""


@dataclass(frozen=True)
class Comparison:
    """A test between two rows on the same items.

    Attributes:
        measure: what is compared.
        first, second: the rows, in words.
        difference: first less second.
        p: two-sided permutation p value.
        p_adjusted: after Holm's correction over all comparisons of its suite.
        exact: whether every labeling was counted.
    """

    measure: str
    first: str
    second: str
    difference: float
    p: float
    p_adjusted: float
    exact: bool
    n: int


@dataclass(frozen=True)
class Series:
    """One line, histogram or strip of a chart.

    Attributes:
        values: the observations (histogram, strip), or the heights over ``x`` (lines, intervals).
        x: positions of a line.
        low, high: interval ends, one a value (intervals).
        labels: names of the values (intervals).
    """

    name: str
    values: tuple[float, ...]
    x: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chart:
    """What a report may draw; ``axis`` names the horizontal quantity."""

    kind: ChartKind
    title: str
    axis: str
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Outcome:
    """What one item counts for in the suite's primary measure: what `compare` pairs two runs by.

    Attributes:
        labels: the row it belongs to.
        item: the item's id.
    """

    labels: Mapping[str, str]
    item: str
    value: float


@dataclass(frozen=True)
class Worst:
    """An item that went wrong, with its texts and scores by name."""

    item: str
    texts: Mapping[str, str]
    scores: Mapping[str, str]


@dataclass(frozen=True)
class DataInfo:
    """The data of a suite: where from, its SHA-256, how many items."""

    name: str
    format: str
    checksum: str
    items: int


@dataclass(frozen=True)
class SuiteResult:
    """What one suite found.

    Attributes:
        primary: the figure that speaks for the suite.
        better: whether more or less of it is better.
        notes: what a reader must know: what was skipped and why, what is degenerate.
    """

    suite: str
    title: str
    primary: str
    better: Literal["more", "less"]
    data: DataInfo
    tables: tuple[Table, ...]
    comparisons: tuple[Comparison, ...] = ()
    charts: tuple[Chart, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    worst: tuple[Worst, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class EvaluationRun:
    """A whole run: what was found, and all that it takes to find it again.

    Attributes:
        versions: of esneg, Python and the libraries that compute.
        models: name, revision and use of each model.
        engine: distribution, version and whether it fuses; empty when no suite needed one.
        settings: everything that was chosen.
        seed: of every bootstrap and Monte Carlo test.
        started: ISO 8601, UTC; with ``seconds`` the only parts in which two equal runs differ.
    """

    versions: Mapping[str, str]
    models: tuple[Mapping[str, Any], ...]
    engine: Mapping[str, Any]
    settings: Mapping[str, Any]
    seed: int
    suites: tuple[SuiteResult, ...]
    started: str = ""
    seconds: float = 0.0
    schema: str = field(default=SCHEMA)

    def suite(self, name: str) -> SuiteResult | None:
        """The result of a suite."""
        return next((each for each in self.suites if each.suite == name), None)
