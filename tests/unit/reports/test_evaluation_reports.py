"""The same run as table, CSV, page and drawing."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser
from xml.etree import ElementTree

from fakes.evaluation_runs import EVIL, run_of

from esneg.evaluation.compare import compare
from esneg.evaluation.gate import judge
from esneg.evaluation.verdicts import Rule
from esneg.reports import evaluation_csv, evaluation_html, evaluation_table
from esneg.reports.evaluation_svg import draw

RUN = run_of([1] * 11 + [0] * 29)


def test_the_table_has_each_figure_with_its_interval_and_n() -> None:
    text = evaluation_table.render(RUN, width=140, color=False)
    line = next(line for line in text.splitlines() if line.strip().startswith("dense "))
    assert "28 %" in line
    assert "40" in line.split()
    assert "16-43" in text  # Wilson's interval of 11 of 40: 16.1 to 42.8
    assert "n=3" in text  # RR rests on three queries
    assert "refuse all" in text
    assert "note: a note on text" in text
    assert "OpenSearch 3.5.0" in text
    assert "m (encoder)" in text


def test_the_table_says_which_differences_hold_and_how_they_were_tested() -> None:
    text = evaluation_table.render(RUN, width=140, color=False)
    assert "+0.25" in text
    assert "< 0.001" in text
    assert "* labelings drawn at random" in text


def test_csv_has_a_line_a_figure_and_no_cell_that_a_spreadsheet_runs() -> None:
    rows = list(csv.DictReader(io.StringIO(evaluation_csv.render(RUN))))
    assert [row["figure"] for row in rows] == ["both right", "RR", "AUROC", "threshold", "both right"]
    assert (float(rows[0]["value"]), rows[0]["n"], rows[0]["text"]) == (11 / 40, "40", "28 %")
    assert rows[3]["value"] == ""
    assert rows[4]["stage"] == "'-bm25"


class _Page(HTMLParser):
    """Counts tags, collects text, and sees that what opens closes."""

    _VOID = frozenset({"meta", "rect", "circle", "line", "polyline"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self._VOID:
            self.open.append(tag)
        self.outside += [
            str(value) for name, value in attrs if name in ("src", "href") and not str(value).startswith("#")
        ]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_well_formed_self_contained_and_escapes_text() -> None:
    html = evaluation_html.render(run_of([1, 0], name=EVIL))
    page = _Page()
    page.feed(html)
    assert page.open == []
    assert "script" not in page.tags
    assert page.outside == []
    assert page.tags.count("svg") == 4
    assert page.text.count(EVIL) >= 1
    assert "url(" not in html
    assert 'name="viewport"' in html
    assert "@media print" in html


def test_every_chart_is_well_formed_and_names_its_series_with_n() -> None:
    (suite,) = RUN.suites
    for chart in suite.charts:
        drawn = draw(chart)
        root = ElementTree.fromstring(drawn)
        assert root.attrib["role"] == "img"
        assert "nan" not in drawn
    assert "text (n = 3)" in draw(suite.charts[0])
    assert "empty" not in draw(suite.charts[1])


def test_a_histogram_draws_each_value_once() -> None:
    (suite,) = RUN.suites
    bars = [each for each in ElementTree.fromstring(draw(suite.charts[0])) if each.tag.endswith("rect")]
    assert len(bars) == 3


def test_a_chart_of_equal_values_and_one_without_any_can_be_drawn() -> None:
    (suite,) = run_of([1]).suites
    flat = suite.charts[1]
    assert draw(type(flat)("strip", "t", "x", (type(flat.series[0])("a", (0.0, 0.0)),))).startswith("<svg")
    assert draw(type(flat)("strip", "t", "x", ())) == ""


def test_a_comparison_and_a_gate_are_printed_with_their_verdicts() -> None:
    changed = evaluation_table.render_comparison(
        compare(run_of([0] * 10), run_of([1] * 10)), width=120, color=False
    )
    assert "better" in changed
    gate = judge(RUN, [Rule("policy", "both right", {"stage": "dense"}, at_least=0.5)])
    printed = evaluation_table.render_gate(gate, width=120, color=False)
    assert "failed" in printed
    assert "below 0.5" in printed
