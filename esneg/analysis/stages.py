"""A text on its way through an analyzer, stage by stage (``_analyze`` with ``explain``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from esneg.analysis.tokens import Token, graph, split_checked, token_from, with_check
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
    together = with_check(texts)
    answer = cluster.analyze({**analysis, "text": together}, index)
    streams = split_checked([token_from(raw) for raw in answer["tokens"]], together)
    if streams is None:
        return [_alone(cluster, index, analysis, text) for text in texts]
    return streams


def _alone(cluster: Cluster, index: str | None, analysis: Mapping[str, Any], text: str) -> list[Token]:
    return [token_from(raw) for raw in cluster.analyze({**analysis, "text": text}, index)["tokens"]]


def walk(
    cluster: Cluster, index: str | None, analysis: Mapping[str, Any], texts: Sequence[str]
) -> list[Stage]:
    """The stages of an analysis, in order, with what each made of the texts, in one request.

    A built-in analyzer such as ``english`` shows only its result: one stage of kind "analyzer".
    """
    together = _walk(cluster, index, analysis, with_check(texts), split_checked)
    if together is not None:
        return together
    alone = [
        _walk(cluster, index, analysis, [text], lambda tokens, _: [list(tokens)]) or [] for text in texts
    ]
    return [
        Stage(
            stages[0].kind,
            stages[0].name,
            tuple(text for stage in stages for text in stage.texts),
            tuple(stream for stage in stages for stream in stage.streams),
        )
        for stages in zip(*alone, strict=True)
    ]


Split = Callable[[Sequence[Token], Sequence[str]], "list[list[Token]] | None"]


def _walk(
    cluster: Cluster, index: str | None, analysis: Mapping[str, Any], texts: Sequence[str], split: Split
) -> list[Stage] | None:
    """The stages for the texts; None where a stage's tokens cannot be told apart by text."""
    detail = cluster.analyze({**analysis, "text": list(texts), "explain": True}, index)["detail"]
    raw_stages: list[tuple[StageKind, Mapping[str, Any]]] = []
    if "analyzer" in detail:
        raw_stages.append(("analyzer", detail["analyzer"]))
    if "tokenizer" in detail:
        raw_stages.append(("tokenizer", detail["tokenizer"]))
    raw_stages += [("token_filter", raw) for raw in detail.get("tokenfilters", ())]
    stages = [
        Stage("char_filter", raw["name"], texts=tuple(raw["filtered_text"]))
        for raw in detail.get("charfilters", ())
    ]
    for kind, raw in raw_stages:
        streams = split([token_from(token) for token in raw["tokens"]], texts)
        if streams is None:
            return None
        stages.append(Stage(kind, raw["name"], streams=tuple(tuple(stream) for stream in streams)))
    return stages
