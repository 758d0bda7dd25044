"""What the terminal and the page share: which labels to show, and how an interval is written."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.evaluation.model import Figure, Row
from esneg.evaluation.statistics.digits import rate_text


def split_labels(rows: Sequence[Row]) -> tuple[list[str], list[str]]:
    """Values of the labels that are the same in all rows, and names of those that differ.

    "-" (a stage without an encoder) is no value: where there is one encoder, it need not stand in each row.
    """
    names = list(dict.fromkeys(name for row in rows for name in row.labels))
    values = {name: {row.labels.get(name, "") for row in rows} - {"-"} for name in names}
    varying = [name for name in names if len(values[name]) > 1]
    constant = [next(iter(values[name])) for name in names if len(values[name]) == 1]
    return constant, varying


def figure_names(rows: Sequence[Row]) -> list[str]:
    """The figures of all rows, each once, in order."""
    return list(dict.fromkeys(figure.name for row in rows for figure in row.figures))


def interval(figure: Figure) -> str:
    """The 95 % interval to as many digits as the figure's text has; "" where there is none."""
    if figure.low is None or figure.high is None:
        return ""
    if figure.kind == "rate":
        low, high = (rate_text(end, figure.n).removesuffix(" %") for end in (figure.low, figure.high))
    else:
        decimals = len(figure.text.partition(".")[2])
        low, high = (f"{end:.{decimals}f}" for end in (figure.low, figure.high))
    return f"{low}-{high}" if figure.low >= 0 else f"{low} to {high}"
