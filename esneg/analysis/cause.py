"""Which stage of an analyzer lost the difference between two texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.analysis.settings import AnalysisSettings, all_rebuilt
from esneg.analysis.stages import Stage, StageKind, walk
from esneg.analysis.tokens import graph
from esneg.clusters import Cluster


@dataclass(frozen=True)
class LossStage:
    """The stage behind which two texts are one.

    Attributes:
        kind: which sort of stage; "analyzer" when the analyzer cannot be taken apart.
        name: its name.
        settings: its settings, with its ``type``.
    """

    kind: StageKind
    name: str
    settings: Mapping[str, Any]


def stages_of(
    cluster: Cluster,
    index: str | None,
    settings: AnalysisSettings,
    analysis: Mapping[str, str],
    texts: Sequence[str],
) -> list[tuple[Stage, Mapping[str, Any]]]:
    """The stages of an analyzer with their settings; a built-in analyzer is taken apart where that can be shown.

    Args:
        index: the index that defines the analyzer; a built-in one needs none.
        analysis: ``{"analyzer": name}`` or ``{"normalizer": name}``.
    """
    stages = walk(cluster, index, analysis, texts)
    if len(stages) == 1 and stages[0].kind == "analyzer":
        name = analysis.get("analyzer", stages[0].name)
        apart = _taken_apart(cluster, index, settings, name, texts, stages[0])
        if apart is not None:
            return apart
        return [(stages[0], settings.component("analyzer", name))]
    return [(stage, settings.component(stage.kind, stage.name)) for stage in stages]


def _taken_apart(
    cluster: Cluster,
    index: str | None,
    settings: AnalysisSettings,
    analyzer: str,
    texts: Sequence[str],
    whole: Stage,
) -> list[tuple[Stage, Mapping[str, Any]]] | None:
    expected = [graph(stream) for stream in whole.streams]
    for chain in all_rebuilt(settings, analyzer):
        stages = walk(cluster, index, chain.inline(), texts)
        if [graph(stream) for stream in stages[-1].streams] == expected:
            return [
                (Stage(stage.kind, component.name, stage.texts, stage.streams), component.settings)
                for stage, component in zip(stages, chain.components, strict=True)
            ]
    # This engine's analyzer is no chain that is known: better no cause than a wrong one.
    return None


def first_loss(
    stages: Sequence[tuple[Stage, Mapping[str, Any]]], first: int, second: int
) -> LossStage | None:
    """The first stage behind which two of the texts are the same for good; None when they stay apart to the end."""
    if not stages or stages[-1][0].tells_apart(first, second):
        return None
    lost = len(stages) - 1
    while lost > 0 and not stages[lost - 1][0].tells_apart(first, second):
        lost -= 1
    stage, settings = stages[lost]
    return LossStage(stage.kind, stage.name, settings)
