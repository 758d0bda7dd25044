"""The HTML report in a browser: what it shows, what it does not run, how wide it is on a phone."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from fakes.browser import rendered
from fakes.findings import FINDING, HOSTILE, hostile_report, report
from lxml import html

from esneg.audit.cost_model import FieldSample, LosingQuery, QueryCost
from esneg.audit.model import AuditReport, Unaudited
from esneg.audit.policy import Policy, Suppression, baseline_of, compare, judge
from esneg.reports import render
from esneg.visible import visible


def page(found: AuditReport, folder: Path) -> html.HtmlElement:
    """The report as the browser has it."""
    return shown_by_browser(render("html", found), folder)


def widths(found: AuditReport, folder: Path, width: int) -> tuple[int, int]:
    """How wide the report is in a frame, and how wide the frame: browsers have no window as narrow as a phone."""
    script = "parent.document.title = `${document.documentElement.scrollWidth} ${innerWidth}`"
    text = render("html", found)
    policy = 'http-equiv="Content-Security-Policy"'
    assert policy in text
    # A copy that may run the script that measures it.
    text = text.replace(policy, "data-policy").replace("</body>", f"<script>{script}</script></body>")
    frame = f'<iframe style="border: 0; width: {width}px; height: 800px" srcdoc="{escape(text)}"></iframe>'
    needed, given = shown_by_browser(frame, folder).xpath("string(//title)").split()
    return int(needed), int(given)


def shown_by_browser(text: str, folder: Path) -> html.HtmlElement:
    path = folder / "page.html"
    path.write_text(text, "utf-8", errors="backslashreplace")
    return html.fromstring(rendered(path, folder / "profile"))


def full_report() -> AuditReport:
    others = [replace(FINDING, index=name) for name in ("films", "plays", "songs")]
    found = report(
        FINDING,
        replace(FINDING, rule="NEG002", side="search"),
        *others[:2],
        unaudited=(Unaudited("old", "the index is closed"),),
        not_analyzed=(Unaudited("books/tags", "not indexed"),),
        samples=(FieldSample("books", "body", 1000, 240, 200, 12, "It is not so."),),
        query_costs=(
            QueryCost(
                "books", "body", "english", 5000, 300, 250, (LosingQuery("is not", 40, ("not",), ("is",)),)
            ),
        ),
    )
    judged = judge(found, Policy(suppressions=(Suppression("machine text", index="films"),)))
    return compare(judged, baseline_of(others[1:]))


def test_it_has_the_summary_the_causes_the_fields_the_policy_the_languages_and_the_rules(
    tmp_path: Path,
) -> None:
    shown = page(full_report(), tmp_path)
    assert shown.xpath("string(//p[contains(@class, 'verdict')])") == "2 errors, 0 warnings"
    assert [heading.text for heading in shown.iter("h2")] == [
        "Causes",
        "Indices and fields",
        "What it costs",
        "Could not be audited",
        "Nothing to lose there",
        "Policy",
        "Languages",
        "Rules",
    ]
    (row,) = shown.xpath("//section[@id='fields']//tbody/tr")
    assert [" ".join(cell.text_content().split()) for cell in row] == [
        "body",
        "error",
        "index: NEG001 search: NEG002",
        "english",
    ]
    documents, queries = shown.xpath("//section[@id='cost']//tbody/tr")
    assert [cell.text_content() for cell in documents] == [
        "books / body",
        "1,000",
        "240",
        "200",
        "12",
        "It is not so.",
    ]
    assert [lost.text_content() for lost in queries.iter("del")] == ["not"]
    assert "the index is closed" in shown.xpath("string(//section[@id='unaudited'])")
    policy = shown.xpath("string(//section[@id='policy'])")
    assert "1 finding known, 1 fixed" in policy
    assert "machine text" in policy


def test_lost_cues_are_struck_out_in_the_sentence_and_in_the_table_of_languages(tmp_path: Path) -> None:
    shown = page(full_report(), tmp_path)
    (denied,) = shown.xpath("//dt[text()='denies']/following-sibling::dd[1]")
    assert [lost.text_content() for lost in denied.iter("del")] == ["not"]
    assert denied[0].text_content() == "It is not."
    (language,) = shown.xpath("//section[@id='languages']//tbody/tr")
    assert [lost.text_content() for lost in language.iter("del")] == ["not", "no"]
    assert language[2].text_content() == "not, no, never"


def test_every_link_leads_to_a_place_on_the_page_and_nothing_comes_from_elsewhere(tmp_path: Path) -> None:
    shown = page(full_report(), tmp_path)
    links = {link.get("href") for link in shown.iter("a")}
    assert links
    assert all(link.startswith("#") and shown.xpath("//*[@id=$id]", id=link[1:]) for link in links)
    assert not shown.xpath("//script | //link | //img | //iframe | //object | //@src")


def test_names_from_a_cluster_are_text_and_nothing_else(tmp_path: Path) -> None:
    shown = page(hostile_report(), tmp_path)
    assert not shown.xpath("//script | //img | //@onerror | //@onmouseover")
    assert shown.xpath("string(//title)") == "esneg audit"
    names = {name.text_content() for name in shown.iter("bdi")}
    assert {visible(name) for name in HOSTILE.values()} <= names
    text = shown.text_content()
    assert not any(character in text for character in "\x1b\x07\u202e\u2066")


@pytest.mark.parametrize("width", [360, 1200])
def test_it_is_no_wider_than_a_phone_or_a_screen(tmp_path: Path, width: int) -> None:
    long_names = (
        replace(FINDING, index=f"{number}{'x' * 200}", field="y" * 300, analyzer="z" * 200)
        for number in range(3)
    )
    needed, given = widths(report(*long_names), tmp_path, width)
    assert given == width
    assert needed <= given
