from typing import Any

import pytest
from rich.console import Console

from esneg.audit import AuditReport
from esneg.demo.render import render
from esneg.demo.story import Chapter, Hit, Story

REPORT = AuditReport({"distribution": "OpenSearch", "version": "3.5.0"}, indices=1, fields=1, analyses=1)


def chapter(name: str, right: Hit | None, opposite: Hit | None) -> Chapter:
    return Chapter(f"demo-{name}", name, REPORT, right, opposite)


def hit(rank: int, score: float, *, tied: bool = False) -> Hit:
    return Hit("id", "A sentence.", rank, score, tied)


def shown(stock: Chapter, kept: Chapter, **options: Any) -> str:
    console = Console(record=True, width=120)
    console.print(render(Story("Which?", 12, stock, kept), **options))
    return console.export_text()


def test_both_rankings_stand_side_by_side() -> None:
    text = shown(chapter("stock", hit(2, 1.0), hit(1, 2.0)), chapter("kept", hit(1, 2.0), hit(2, 1.0)))
    ranks = [line for line in text.splitlines() if "rank" in line]
    assert [line.index("rank 2") < line.index("rank 1") for line in ranks] == [True, False]


def test_a_tie_and_a_sentence_that_was_not_found_are_said() -> None:
    text = shown(
        chapter("stock", hit(1, 1.0, tied=True), hit(2, 1.0, tied=True)), chapter("kept", None, None)
    )
    assert "tied" in text
    assert "not found" in text


@pytest.mark.parametrize(("url", "named"), [("http://127.0.0.1:1", True), (None, False)])
def test_the_embedded_engine_is_named_where_the_story_ran_on_it(url: str | None, named: bool) -> None:
    some = chapter("stock", hit(1, 1.0), hit(2, 0.5))
    assert ("esneg engine down" in shown(some, some, url=url)) is named


def test_it_ends_with_commands_for_ones_own_cluster() -> None:
    some = chapter("stock", hit(1, 1.0), hit(2, 0.5))
    text = shown(some, some)
    for command in ("esneg audit", "esneg explain", "esneg fix"):
        assert f"{command} " in text
