"""Which cues of real texts an analysis drops, by the offsets of the tokens that are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.analysis.explain import find_cues
from esneg.analysis.stages import run
from esneg.analysis.tokens import graph
from esneg.clusters import Cluster
from esneg.negation import load

_BATCH = 100
"""Texts in one request."""


@dataclass(frozen=True, slots=True)
class AnalyzedText:
    """A text behind an analysis.

    Attributes:
        text: the text.
        cues: its negation cues in lower case, in order.
        lost: those of which no token is left.
        tokens: the terms that are left.
        identity: equal for texts that a search cannot tell apart.
    """

    text: str
    cues: tuple[str, ...]
    lost: tuple[str, ...]
    tokens: tuple[str, ...]
    identity: object


def analyzed(
    cluster: Cluster, index: str, analysis: Mapping[str, Any], texts: Sequence[str], language: str
) -> Iterator[AnalyzedText]:
    """Runs texts through an analysis of an index and sees which of their cues are gone.

    Args:
        analysis: ``{"field": ...}`` or ``{"analyzer": ...}``.
        language: the code of the language whose cues count.
    """
    spoken = [load(language)]
    for at in range(0, len(texts), _BATCH):
        batch = texts[at : at + _BATCH]
        for text, stream in zip(batch, run(cluster, index, analysis, batch), strict=True):
            cues = find_cues(text, spoken)
            lost = [
                cue.text.lower()
                for cue in cues
                if not any(token.text and token.start < cue.end and token.end > cue.start for token in stream)
            ]
            yield AnalyzedText(
                text,
                tuple(cue.text.lower() for cue in cues),
                tuple(lost),
                tuple(token.text for token in stream),
                graph(stream),
            )
