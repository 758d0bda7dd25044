"""A text on its way through an analyzer, stage by stage (``_analyze`` with ``explain``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from esneg.analysis.tokens import Token, graph, split_by_text, token_from
from esneg.clusters import Cluster

StageKind = Literal["char_filter", "tokenizer", "token_filter", "analyzer"]


@dataclass(frozen=True)
class Stage:
    """What one stage of an analyzer made of several texts.

    Attributes:
        kind: which sort of stage. "analyzer" stands for one that cannot be taken apart.
        name: the stage's name in the index settings, or the engine's own.
        texts: the texts behind a char filter, one an input text; empty for other kinds.
        streams: the tokens behind this stage, one stream an input text; empty for a char filter.
    """

    kind: StageKind
    name: str
    texts: tuple[str, ...] = ()
    streams: tuple[tuple[Token, ...], ...] = field(default=())

    def tells_apart(self, first: int, second: int) -> bool:
        """Whether the two texts with these numbers still differ behind this stage."""
        if self.kind == "char_filter":
            # A cue that was taken out leaves its spaces behind.
            return self.texts[first].split() != self.texts[second].split()
        return graph(self.streams[first]) != graph(self.streams[second])


def run(
    cluster: Cluster, index: str | None, analysis: Mapping[str, Any], texts: Sequence[str]
) -> list[list[Token]]:
    """Runs texts through an analysis and returns one token stream a text, in one request.

    Args:
        analysis: what ``_analyze`` takes: ``{"field": ...}``, ``{"analyzer": ...}`` or an inline chain.
    """
    answer = cluster.analyze({**analysis, "text": list(texts)}, index)
    return split_by_text((token_from(raw) for raw in answer["tokens"]), texts)


def walk(
    cluster: Cluster, index: str | None, analysis: Mapping[str, Any], texts: Sequence[str]
) -> list[Stage]:
    """The stages of an analysis, in order, with what each made of the texts, in one request.

    A built-in analyzer such as ``english`` shows only its result: one stage of kind "analyzer".
    """
    detail = cluster.analyze({**analysis, "text": list(texts), "explain": True}, index)["detail"]

    def streams(raw: Mapping[str, Any]) -> tuple[tuple[Token, ...], ...]:
        tokens = [token_from(token) for token in raw["tokens"]]
        return tuple(tuple(stream) for stream in split_by_text(tokens, texts))

    if "analyzer" in detail:
        return [Stage("analyzer", detail["analyzer"]["name"], streams=streams(detail["analyzer"]))]
    stages = [
        Stage("char_filter", raw["name"], texts=tuple(raw["filtered_text"]))
        for raw in detail.get("charfilters", ())
    ]
    if "tokenizer" in detail:
        stages.append(Stage("tokenizer", detail["tokenizer"]["name"], streams=streams(detail["tokenizer"])))
    stages += [
        Stage("token_filter", raw["name"], streams=streams(raw)) for raw in detail.get("tokenfilters", ())
    ]
    return stages
