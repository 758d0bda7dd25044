"""How ``esneg explain`` shows a text on its way through an analysis."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from esneg.analysis.explain import ExplainedStage, Explanation
from esneg.visible import visible


def as_json(sides: Sequence[Explanation]) -> str:
    """The explanation as a JSON list, one item a side."""
    return json.dumps([asdict(side) | {"lost": side.lost} for side in sides], indent=2, ensure_ascii=False)


def as_table(sides: Sequence[Explanation]) -> RenderableType:
    """A table a side; one for both when both run the same stages."""
    return Group(*_blocks(sides))


def _blocks(sides: Sequence[Explanation]) -> Iterator[RenderableType]:
    shown: list[tuple[list[str], Explanation]] = []
    for side in sides:
        twin = next(
            (
                names
                for names, other in shown
                if (other.analyzer, other.stages) == (side.analyzer, side.stages)
            ),
            None,
        )
        if twin is None:
            shown.append(([side.side], side))
        else:
            twin.append(side.side)
    for names, side in shown:
        yield Text.assemble(
            (f"{' + '.join(names)} side", "bold"), "  analyzer ", (visible(side.analyzer), "bold cyan")
        )
        yield _stages(side)
        yield _verdict(side)
        yield Text()


def _stages(side: Explanation) -> Table:
    table = Table(expand=False)
    table.add_column("stage", no_wrap=True)
    table.add_column("name", overflow="fold")
    table.add_column("gives", overflow="fold")
    for stage in side.stages:
        table.add_row(stage.kind.replace("_", " "), _name(stage), _output(stage))
    return table


def _name(stage: ExplainedStage) -> Text:
    settings = {key: value for key, value in stage.settings.items() if key != "type" or value != stage.name}
    text = Text(visible(stage.name), style="bold")
    if settings:
        written = json.dumps(settings, ensure_ascii=False)
        shown = visible(written if len(written) <= 80 else f"{written[:77]}...")
        text.append(f"\n{shown}", style="dim not bold")
    return text


def _output(stage: ExplainedStage) -> Text:
    text = Text(visible(" | ".join(stage.tokens)), style="yellow")
    if stage.dies:
        text.append(f"\nlost here: {visible(', '.join(stage.dies))}", style="bold red")
    return text


def _verdict(side: Explanation) -> Text:
    if not side.cues:
        return Text("no negation cue in this text", style="dim")
    kept = len(side.cues) - len(side.lost)
    style = "bold red" if side.lost else "bold green"
    return Text(f"{kept} of {len(side.cues)} negation cue{'s' * (len(side.cues) > 1)} kept", style=style)
