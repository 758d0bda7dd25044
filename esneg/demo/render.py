"""The story on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from esneg.demo.story import FIELD, Hit, Story
from esneg.reports.table import block


def render(story: Story, *, url: str | None = None) -> RenderableType:
    """The story from the audit to the next steps.

    Args:
        url: of the embedded engine, when the story ran there: the reader can go on with it.
    """
    return Group(*_parts(story, url))


def _parts(story: Story, url: str | None) -> Iterator[RenderableType]:
    yield Rule("1  The audit", align="left", style="dim")
    yield Text.assemble(
        "\n", f"{story.documents} policy sentences, indexed twice. ", ("esneg audit", "bold cyan"), " says:\n"
    )
    for chapter in (story.stock, story.kept):
        yield Text.assemble((chapter.index, "bold cyan"), f"   analyzer {chapter.analyzer}")
        yield Padding(block(chapter.report), (0, 0, 1, 2))
    yield Rule("2  The search", align="left", style="dim")
    yield Text.assemble("\n", "Both indices are asked, with BM25: ", (story.question, "bold"), "\n")
    yield Padding(_ranks(story), (0, 0, 1, 0))
    yield Rule("3  Your own cluster", align="left", style="dim")
    yield Text()
    yield _next_steps(story, url)


def _ranks(story: Story) -> Table:
    table = Table(show_lines=True)
    table.add_column("sentence", ratio=3)
    table.add_column(f"{story.stock.analyzer} (stock)", ratio=2, justify="center")
    table.add_column(f"{story.kept.analyzer} (keeps negation)", ratio=2, justify="center")
    rows: tuple[tuple[str, str, str], ...] = (
        ("right", "the answer", "green"),
        ("opposite", "its opposite", "red"),
    )
    for name, label, style in rows:
        hits: list[Hit | None] = [getattr(chapter, name) for chapter in (story.stock, story.kept)]
        text = next((hit.text for hit in hits if hit), "")
        sentence = Text.assemble((f"{label}\n", style), text)
        table.add_row(sentence, *(_rank(hit, right=name == "right") for hit in hits))
    return table


def _rank(hit: Hit | None, *, right: bool) -> Text:
    if hit is None:
        return Text("not found", style="dim")
    good = (hit.rank == 1 and not hit.tied) if right else hit.rank > 1
    text = Text(f"rank {hit.rank}", style="bold green" if good else "bold red")
    text.append(f"\nscore {hit.score:.3f}{', tied' if hit.tied else ''}", style="dim")
    return text


def _next_steps(story: Story, url: str | None) -> Group:
    target = "--url https://my-cluster:9200"
    steps = [
        (f"esneg audit {target}", "every index that you may read"),
        (f"esneg audit my-index {target} --format json", "for a pipeline: exit status 1 on findings"),
        (f'esneg explain my-index body "not covered" {target}', "where a cue dies, stage by stage"),
        (f"esneg fix my-index {target}", "the smallest change to your own analysis that keeps the cues"),
    ]
    if shutil.which("esneg") is None:
        activate = Path(os.path.relpath(sys.prefix)) / "bin" / "activate"
        steps.insert(0, (f". {activate}", "puts esneg on the PATH of this shell"))
    if url is not None:
        steps += [
            (
                f'esneg explain {story.stock.index} {FIELD} "not covered"',
                f"on the engine of this demo, {url}",
            ),
            ("esneg engine down", "stops it; its data stays"),
        ]
    return Group(
        *(
            Text.assemble(("  " + command, "bold cyan"), "\n", (f"      {what}", "dim"))
            for command, what in steps
        )
    )
