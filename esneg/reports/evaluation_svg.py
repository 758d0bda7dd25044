"""Charts of an evaluation as SVG: narrow enough for a phone, every row with its name above it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from statistics import median

from esneg.evaluation.model import Chart, Series

WIDTH = 480
_LEFT, _RIGHT = 8, 12
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666")
"""Okabe and Ito's palette, which colour-blind people tell apart."""

_BINS = 30
_HISTOGRAM_ROW, _STRIP_ROW, _MARK_ROW = 62, 44, 15

Scale = Callable[[float], float]


def draw(chart: Chart) -> str:
    """The chart as one ``<svg>`` element; "" when there is nothing to draw."""
    series = tuple(each for each in chart.series if each.values)
    if not series:
        return ""
    body, height = {
        "histogram": _histograms, "strip": _strips, "lines": _lines, "intervals": _intervals
    }[chart.kind](series, chart.axis)  # fmt: skip
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(chart.title)}" '
        f'xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    )


def _histograms(series: Sequence[Series], axis: str) -> tuple[str, float]:
    low, high = _range([value for each in series for value in each.values], at_most=1.0)
    scale = _scale(low, high)
    width = (high - low) / _BINS
    parts = []
    for number, each in enumerate(series):
        top = number * _HISTOGRAM_ROW
        counts = [0] * _BINS
        for value in each.values:
            counts[min(_BINS - 1, max(0, int((value - low) / width)))] += 1
        parts.append(_text(_LEFT, top + 13, f"{each.name} (n = {len(each.values)})"))
        floor, tallest = top + _HISTOGRAM_ROW - 6, _HISTOGRAM_ROW - 26
        for at, count in enumerate(counts):
            if count:
                x, tall = scale(low + at * width), tallest * count / max(counts)
                wide = scale(low + (at + 1) * width) - x - 1
                parts.append(
                    f'<rect x="{x:.1f}" y="{floor - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
                    f'fill="{_color(number)}"/>'
                )
        parts.append(_line(_LEFT, floor, WIDTH - _RIGHT, floor, "#999"))
    return _with_axis(parts, scale, low, high, len(series) * _HISTOGRAM_ROW, axis)


def _strips(series: Sequence[Series], axis: str) -> tuple[str, float]:
    values = [value for each in series for value in each.values]
    low, high = _range([0.0, *values])
    scale = _scale(low, high)
    bottom = len(series) * _STRIP_ROW
    parts = [_line(scale(0), 0, scale(0), bottom, "#999", dash=True)]
    for number, each in enumerate(series):
        top = number * _STRIP_ROW
        parts.append(_text(_LEFT, top + 13, f"{each.name} (n = {len(each.values)})"))
        for at, value in enumerate(each.values):
            # Spread by position, and not at random: the same run draws the same picture.
            y = top + 22 + (at * 7) % 15
            parts.append(
                f'<circle cx="{scale(value):.1f}" cy="{y}" r="2.6" fill="{_color(number)}" fill-opacity=".55"/>'
            )
        middle = scale(median(each.values))
        parts.append(_line(middle, top + 18, middle, top + 41, "#000", wide=2))
    return _with_axis(parts, scale, low, high, bottom, f"{axis}; the bar is the median")


def _lines(series: Sequence[Series], axis: str) -> tuple[str, float]:
    xs = [x for each in series for x in each.x]
    low, high = min(xs), max(xs)
    scale, top, tall = _scale(low, high), 16.0, 150.0

    def up(share: float) -> float:
        return top + tall * (1 - share)

    parts = []
    for share in (0.0, 0.5, 1.0):
        parts.append(_line(_LEFT, up(share), WIDTH - _RIGHT, up(share), "#ddd"))
        parts.append(_text(_LEFT, up(share) - 3, f"{share:.0%}".replace("%", " %"), small=True))
    for number, each in enumerate(series):
        points = " ".join(f"{scale(x):.1f},{up(y):.1f}" for x, y in zip(each.x, each.values, strict=True))
        dash = ' stroke-dasharray="6 3"' if number % 2 else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{_color(number)}" stroke-width="2"{dash}/>'
        )
    body, height = _with_axis(parts, scale, low, high, top + tall + 4, axis)
    legend, end = _legend([each.name for each in series], height + 8)
    return body + legend, end


def _intervals(series: Sequence[Series], axis: str) -> tuple[str, float]:
    scale = _scale(0, 1)
    parts, top = [], 0.0
    for at, label in enumerate(series[0].labels):
        parts.append(_text(_LEFT, top + 13, label))
        for number, each in enumerate(series):
            y = top + 24 + number * _MARK_ROW
            parts.append(_line(_LEFT, y, WIDTH - _RIGHT, y, "#eee"))
            parts.append(_line(scale(each.low[at]), y, scale(each.high[at]), y, _color(number), wide=3))
            parts.append(
                f'<circle cx="{scale(each.values[at]):.1f}" cy="{y}" r="4.5" fill="{_color(number)}"/>'
            )
        top += 30 + len(series) * _MARK_ROW
    body, height = _with_axis(parts, scale, 0, 1, top, axis)
    legend, end = _legend([each.name for each in series], height + 8)
    return body + legend, end


def _with_axis(
    parts: list[str], scale: Scale, low: float, high: float, top: float, axis: str
) -> tuple[str, float]:
    ticks = [low + (high - low) * step / 4 for step in range(5)]
    for number, tick in enumerate(ticks):
        anchor = "start" if number == 0 else "end" if number == 4 else "middle"
        parts.append(_line(scale(tick), top, scale(tick), top + 4, "#666"))
        parts.append(_text(scale(tick), top + 16, f"{tick:.2f}", small=True, anchor=anchor))
    parts.append(_text(WIDTH / 2, top + 32, axis, small=True, anchor="middle"))
    return "".join(parts), top + 38


def _legend(names: Sequence[str], top: float) -> tuple[str, float]:
    parts, x, y = [], float(_LEFT), top + 8
    for number, name in enumerate(names):
        wide = 26 + 7.2 * len(name)
        if x + wide > WIDTH - _RIGHT and x > _LEFT:
            x, y = float(_LEFT), y + 18
        parts.append(f'<rect x="{x:.0f}" y="{y - 9:.0f}" width="12" height="10" fill="{_color(number)}"/>')
        parts.append(_text(x + 17, y, name, small=True))
        x += wide
    return "".join(parts), y + 8


def _range(values: Sequence[float], at_most: float | None = None) -> tuple[float, float]:
    """The values' range, with a little room; never empty."""
    low, high = min(values), max(values)
    room = (high - low) * 0.03 or 0.05
    return low - room, high + room if at_most is None else min(high + room, max(at_most, high))


def _scale(low: float, high: float) -> Scale:
    return lambda value: _LEFT + (WIDTH - _LEFT - _RIGHT) * (value - low) / (high - low)


def _color(number: int) -> str:
    return _COLORS[number % len(_COLORS)]


def _text(x: float, y: float, text: str, *, small: bool = False, anchor: str = "start") -> str:
    size = 11 if small else 13
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(
    x1: float, y1: float, x2: float, y2: float, color: str, *, wide: float = 1, dash: bool = False
) -> str:
    dashes = ' stroke-dasharray="4 3"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" '
        f'stroke-width="{wide:g}"{dashes}/>'
    )
