"""An evaluation as one HTML page: no scripts, nothing from elsewhere, all text escaped; for screen, phone, paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from esneg.evaluation.model import Comparison, EvaluationRun, Figure, Row, SuiteResult, Table, Worst
from esneg.evaluation.statistics.digits import p_text
from esneg.reports.evaluation_cells import figure_names, interval, split_labels
from esneg.reports.evaluation_svg import draw


def render(run: EvaluationRun) -> str:
    """The whole page."""
    style = (files("esneg.reports") / "pages" / "page.css").read_text("utf-8")
    body = "".join(_page(run))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>esneg eval</title><style>{style}</style></head><body>{body}</body></html>\n"
    )


def _page(run: EvaluationRun) -> Iterator[str]:
    engine = f"{run.engine.get('distribution')} {run.engine.get('version')}" if run.engine else "no engine"
    yield "<header><h1>What each stage does to negation</h1>"
    models = ", ".join(str(each.get("name")) for each in run.models)
    yield f"<p>{escape(engine)}; {escape(models)}; {escape(run.started)}</p>"
    yield "<nav>"
    yield from (f'<a href="#{escape(each.suite)}">{escape(each.suite)}</a> ' for each in run.suites)
    yield '<a href="#run">this run</a></nav></header><main>'
    for suite in run.suites:
        yield from _suite(suite)
    yield from _provenance(run)
    yield "</main>"


def _suite(suite: SuiteResult) -> Iterator[str]:
    yield f'<section id="{escape(suite.suite)}"><h2>{escape(suite.title)}</h2>'
    primary = f"Primary figure: {suite.primary}, {suite.better} is better."
    yield f'<p class="data">{suite.data.items} items ({escape(suite.data.name)}). {escape(primary)}</p>'
    yield from (f'<p class="note">{escape(note)}</p>' for note in suite.notes)
    for table in suite.tables:
        yield from _table(table)
    if suite.comparisons:
        yield from _comparisons(suite.comparisons)
    if drawings := [(chart.title, svg) for chart in suite.charts if (svg := draw(chart))]:
        yield '<div class="charts">'
        for title, svg in drawings:
            yield f"<figure><figcaption>{escape(title)}</figcaption>{svg}</figure>"
        yield "</div>"
    if suite.worst:
        yield "<h3>The worst items</h3>"
        for worst in suite.worst:
            yield from _worst(worst)
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    if not table.rows:
        return
    constant, labels = split_labels(table.rows)
    figures = figure_names(table.rows)
    title = table.title + (f" ({', '.join(constant)})" if constant else "")
    yield f'<h3>{escape(title)}</h3><div class="wide"><table><thead><tr>'
    yield from (f"<th>{escape(name)}</th>" for name in (*labels, *figures))
    yield "</tr></thead><tbody>"
    for row in table.rows:
        yield "<tr>"
        yield from (f'<th scope="row">{escape(row.labels.get(name, ""))}</th>' for name in labels)
        yield from (_cell(row, name) for name in figures)
        yield "</tr>"
    yield "</tbody></table></div>"
    if table.note:
        yield f'<p class="small">{escape(table.note)}</p>'


def _cell(row: Row, name: str) -> str:
    figure = row.figure(name)
    if figure is None:
        return "<td></td>"
    below = "".join(f"<small>{escape(line)}</small>" for line in _below(figure))
    return f"<td>{escape(figure.text)}{below}</td>"


def _below(figure: Figure) -> Iterator[str]:
    if ends := interval(figure):
        yield ends
    if figure.n:
        yield f"n = {figure.n}"


def _comparisons(comparisons: Sequence[Comparison]) -> Iterator[str]:
    yield "<h3>Differences, tested item by item</h3>"
    yield '<div class="wide"><table><thead><tr><th>measure</th><th>first</th><th>second</th>'
    yield "<th>first less second</th><th>n</th><th>p</th><th>p, Holm</th><th>labelings</th></tr></thead><tbody>"
    for each in comparisons:
        sure = ' class="sure"' if each.p_adjusted <= 0.05 else ""
        tests = (f"{each.difference:+.2f}", str(each.n), p_text(each.p), p_text(each.p_adjusted))
        cells = (each.measure, each.first, each.second, *tests, "all" if each.exact else "drawn")
        yield f"<tr{sure}>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    yield "</tbody></table></div>"
    yield '<p class="small">Paired permutation tests, Holm\'s correction; bold rows differ beyond chance (5 %).</p>'


def _worst(worst: Worst) -> Iterator[str]:
    yield f'<article><h4>{escape(worst.item)}</h4><dl class="texts">'
    yield from _definitions(worst.texts)
    yield '</dl><dl class="scores">'
    yield from _definitions(worst.scores)
    yield "</dl></article>"


def _definitions(entries: Mapping[str, object]) -> Iterator[str]:
    for name, value in entries.items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>"


def _provenance(run: EvaluationRun) -> Iterator[str]:
    yield '<section id="run"><h2>This run</h2>'
    parts: list[tuple[str, Mapping[str, object]]] = [
        ("Versions", run.versions),
        *((f"Model: {each.get('name')} ({each.get('use')})", each) for each in run.models),
        ("Engine", run.engine),
        ("Settings", {**run.settings, "seed": run.seed, "seconds": run.seconds}),
        ("Data, SHA-256", {each.suite: f"{each.data.name}: {each.data.checksum}" for each in run.suites}),
    ]
    for title, entries in parts:
        if entries:
            yield f'<h3>{escape(title)}</h3><dl class="scores">'
            yield from _definitions(entries)
            yield "</dl>"
    yield "</section>"
