"""Markdown for a comment on a pull request: read back by a Markdown parser."""

from dataclasses import replace

from fakes.findings import FINDING, HOSTILE, hostile_report, report
from lxml import html
from markdown_it import MarkdownIt

from esneg.audit.model import AuditReport, Unaudited
from esneg.audit.policy import Policy, Suppression, judge
from esneg.reports import render


def read(found: AuditReport) -> html.HtmlElement:
    """What a reader sees: the Markdown as the page that it becomes, raw HTML and bare addresses taken seriously."""
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    return html.fromstring(f"<div>{parser.render(render('markdown', found))}</div>")


def test_the_verdict_is_the_heading_and_each_cause_has_one_of_its_own() -> None:
    page = read(report(FINDING, replace(FINDING, analyzer="german", severity="warning")))
    assert page.xpath("string(//h2)") == "esneg audit: 1 error, 1 warning"
    assert [heading.text_content() for heading in page.iter("h3")] == [
        "🛑 analyzer english cannot tell 3 of 14 pairs of opposites apart (en)",
        "⚠️ analyzer german cannot tell 3 of 14 pairs of opposites apart (en)",
    ]


def test_a_cause_has_its_fields_cues_evidence_and_remedy() -> None:
    page = read(report(FINDING))
    assert page.xpath("string(//li/code)") == "books / body"
    rows = {row[0].text_content(): row[1].text_content() for row in page.iter("tr")}
    assert rows["loses"] == "not, no"
    assert rows["denies"] == "It is not. → it"
    assert rows["NEG001"] == "so it goes"
    assert rows["remedy"] == "mend it"


def test_names_are_text_and_neither_markup_nor_links_nor_mentions_nor_cells() -> None:
    page = read(hostile_report())
    for tag in ("script", "img", "a"):
        assert not list(page.iter(tag)), tag
    assert all(len(row) == 2 for row in page.iter("tr"))
    text = page.text_content()
    assert HOSTILE["markup"] in text
    assert HOSTILE["template"] in text
    assert "@everyone" not in "".join(node for node in page.xpath("//text()[not(ancestor::code)]"))
    assert HOSTILE["placeholder"] in [code.text for code in page.iter("code")]


def test_a_large_report_fits_into_a_comment_and_says_what_it_leaves_out() -> None:
    found = report(*(replace(FINDING, analyzer=f"analyzer {n}" + "x" * 200) for n in range(400)))
    text = render("markdown", found)
    assert len(text) < 65_536
    assert "more causes: see the whole report" in text


def test_what_was_not_audited_or_suppressed_is_counted_and_listed() -> None:
    found = report(FINDING, unaudited=tuple(Unaudited(f"old-{n}", "closed") for n in range(30)))
    text = render("markdown", judge(found, Policy(suppressions=(Suppression("so"),))))
    assert "1 suppressed" in text
    assert "Could not be audited (30)" in text
    assert "- and 10 more" in text
