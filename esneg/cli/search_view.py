"""How ``esneg search`` shows hits, requests and analyses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from esneg.analysis.explain import Explanation
from esneg.cli.explain_view import as_table as analysis_table
from esneg.search.passages import passage
from esneg.search.polarity import Plan
from esneg.search.results import Hit, Place, SearchResult
from esneg.visible import visible

_LONGEST_TEXT = 160
"""Characters of a hit's text."""

_LONGEST_VECTOR = 8
"""Numbers: of a longer list the rest is counted, not shown."""


def as_json(
    result: SearchResult,
    analyses: Mapping[str, Sequence[Explanation]],
    plans: Mapping[str, Plan],
    *,
    requests: bool,
) -> str:
    """The result as JSON (``esneg.search/1``)."""
    shown = result.to_dict()
    if not requests:
        del shown["requests"]
    if analyses:
        shown["analysis"] = {
            field: [asdict(side) | {"lost": side.lost} for side in sides] for field, sides in analyses.items()
        }
    if plans:
        shown["polarity"] = {
            field: asdict(plan) | {"polarity": plan.reading.polarity} for field, plan in plans.items()
        }
    return json.dumps(shown, indent=2, ensure_ascii=False)


def as_table(result: SearchResult, text_fields: Sequence[str], note: str = "") -> RenderableType:
    """A row a hit, with its rank in each leg; below it, which fusion ran, and a note."""
    summary = _summary(result)
    if note:
        summary.append(f"\n{note}")
    if not result.hits:
        return Group(Text("no hits", style="bold yellow"), summary)
    table = Table(expand=False)
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("id", no_wrap=True)
    fused = len(result.legs) > 1
    table.add_column("fused" if fused else "score", justify="right", no_wrap=True)
    for leg in result.legs if fused else ():
        table.add_column(leg, justify="right", no_wrap=True)
    reranked = any(hit.rerank_score is not None for hit in result.hits)
    judged = any(hit.p_opposite is not None for hit in result.hits)
    if reranked:
        table.add_column("re-ranker", justify="right", no_wrap=True)
    if judged:
        table.add_column("opposite", justify="right", no_wrap=True)
    table.add_column("text", overflow="fold")
    for hit in result.hits:
        cells = [
            str(hit.rank),
            visible(hit.id),
            f"{hit.fused_score:.4f}" + (f" ({hit.fused_rank})" if reranked or judged else ""),
        ]
        cells += [_place(hit.legs.get(leg)) for leg in result.legs if fused]
        cells += [_number(hit.rerank_score)] * reranked + [_number(hit.p_opposite)] * judged
        table.add_row(*map(Text, cells), Text(_snippet(hit, text_fields)))
    return Group(table, summary)


def requests(result: SearchResult) -> str:
    """What the engine was asked, as a console would take it; long vectors are shortened."""
    return "\n\n".join(
        "\n".join(
            [
                f"{asked.method} {asked.path}{_query(asked.params)}",
                *(_line(each) for each in _bodies(asked.body)),
            ]
        )
        for asked in result.requests
    )


def analyses(found: Mapping[str, Sequence[Explanation]]) -> RenderableType:
    """The question on its way through the search side of each text field."""
    return Group(*_analyses(found))


def _analyses(found: Mapping[str, Sequence[Explanation]]) -> Iterator[RenderableType]:
    for field, sides in found.items():
        yield Text.assemble("how ", (field, "bold cyan"), " reads the question")
        yield analysis_table(sides)


def _summary(result: SearchResult) -> Text:
    fusion = result.fusion
    said = {"engine": "fused in the engine", "client": "fused in Python", "none": "one leg, nothing to fuse"}
    text = Text(said[fusion.where], style="dim")
    if fusion.reason:
        text.append(f": {visible(fusion.reason)}")
    if fusion.remedy:
        text.append(f"; {fusion.remedy}")
    if result.reranked:
        text.append(f"\n{result.reranked} hit{'s' * (result.reranked != 1)} re-ranked")
        if result.truncated:
            text.append(f", {result.truncated} of them cut at the end of what the model reads")
    return text


def _place(place: Place | None) -> str:
    if place is None:
        return "-"
    return "+" if place.rank is None else str(place.rank)


def _number(score: float | None) -> str:
    return "-" if score is None else f"{score:.3f}"


def _snippet(hit: Hit, text_fields: Sequence[str]) -> str:
    text = passage(hit.source, text_fields) or json.dumps(dict(hit.source), ensure_ascii=False)
    words = " ".join(text.split())
    return visible(words if len(words) <= _LONGEST_TEXT else f"{words[: _LONGEST_TEXT - 3]}...")


def _query(params: Mapping[str, Any]) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in params.items()) if params else ""


def _bodies(body: Any) -> list[Any]:
    return body if isinstance(body, list) else [body]


def _line(body: Any) -> str:
    return json.dumps(_shortened(body), ensure_ascii=False)


def _shortened(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _shortened(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        if len(value) > _LONGEST_VECTOR and all(isinstance(each, float) for each in value):
            return [*value[:2], f"... {len(value) - 2} more"]
        return [_shortened(each) for each in value]
    return value
