"""An analyzer's definition sent to an engine as it is, without an index that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from esneg.analysis.builtin import Chain, Component
from esneg.analysis.settings import AnalysisSettings, rebuilt
from esneg.analysis.stages import Stage, StageKind, walk
from esneg.clusters import Cluster

_REFERRING = {"multiplexer", "condition"}
"""Token filters that name other filters of their index, which an inline definition cannot do."""


def chain_of(settings: AnalysisSettings, analyzer: str) -> Chain | None:
    """An analyzer or normalizer as the chain that it is, each part as a definition.

    Returns:
        None for an analyzer that is not custom and whose documented chain is not known.

    Raises:
        ValueError: the definition cannot be sent inline; the message says why.
    """
    if settings.builtin_type(analyzer) is not None:
        return rebuilt(settings, analyzer)
    definition = settings.analyzer(analyzer) or {}
    return Chain(
        _component(settings, "tokenizer", str(definition.get("tokenizer", "standard"))),
        tuple(_component(settings, "token_filter", name) for name in _names(definition.get("filter"))),
        tuple(_component(settings, "char_filter", name) for name in _names(definition.get("char_filter"))),
    )


def inline_stages(
    cluster: Cluster, settings: AnalysisSettings, analyzer: str, texts: Sequence[str]
) -> list[tuple[Stage, Mapping[str, Any]]]:
    """The stages of an analyzer on an engine that has no index with it, as `cause.stages_of` gives them.

    Raises:
        ValueError: the definition cannot be sent inline.
        ClusterError: the engine refuses it (a plugin that is not there, a word list in a file).
    """
    chain = chain_of(settings, analyzer)
    if chain is None:
        stages = walk(cluster, None, {"analyzer": settings.builtin_type(analyzer)}, texts)
        return [(stage, {"type": analyzer}) for stage in stages]
    return [
        (Stage(stage.kind, component.name, stage.texts, stage.streams), component.settings)
        for stage, component in zip(walk(cluster, None, chain.inline(), texts), chain.components, strict=True)
    ]


def _component(settings: AnalysisSettings, kind: StageKind, name: str) -> Component:
    definition = settings.component(kind, name)
    if definition.get("type") in _REFERRING:
        raise ValueError(f"token filter '{name}' ({definition['type']}) names other filters of its index")
    return Component(name, name if definition == {"type": name} else definition)


def _names(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(name) for name in value]
