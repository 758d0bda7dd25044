"""What analyzes offline: static rules, or an engine that is sent the definitions inline."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.analysis.builtin import Chain, chain
from esneg.analysis.stages import Stage, walk
from esneg.audit.offline import static_analysis
from esneg.audit.offline.cluster import Backend
from esneg.clusters import Cluster, ClusterInfo
from esneg.errors import RequestFailed


class StaticBackend(Backend):
    """Documented definitions, no engine.

    Attributes:
        unknown: the names of parts that the rules know nothing of and let words pass through.
    """

    def __init__(self) -> None:
        self.unknown: set[str] = set()

    def stages(self, chain_: Chain | str, texts: Sequence[str]) -> list[Stage]:
        """See `Backend.stages`."""
        found = chain(chain_, {}) if isinstance(chain_, str) else chain_
        if found is None:
            raise RequestFailed(
                f"analyzer '{chain_}' is not one of the documented ones: only an engine can judge it (--with-engine)",
                status=400,
            )
        self.unknown.update(static_analysis.unknown_parts(found))
        by_text = [static_analysis.stages(found, text) for text in texts]
        return [
            Stage(
                parts[0][0],
                parts[0][1],
                tuple(part[2] for part in parts if isinstance(part[2], str)),
                tuple(tuple(part[2]) for part in parts if not isinstance(part[2], str)),
            )
            for parts in zip(*by_text, strict=True)
        ]

    def info(self, dialect: str) -> ClusterInfo:
        """See `Backend.info`."""
        engine = "opensearch" if dialect == "opensearch" else "elasticsearch"
        return ClusterInfo(engine, "", f"static rules, as {dialect} documents them")  # type: ignore[arg-type]


class EngineBackend(Backend):
    """An engine, asked with inline definitions. It is only asked to analyze; nothing is created on it."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def stages(self, chain_: Chain | str, texts: Sequence[str]) -> list[Stage]:
        """See `Backend.stages`."""
        analysis = {"analyzer": chain_} if isinstance(chain_, str) else chain_.inline()
        found = walk(self._cluster, None, analysis, texts)
        if isinstance(chain_, str):
            return found
        return [
            Stage(stage.kind, component.name, stage.texts, stage.streams)
            for stage, component in zip(found, chain_.components, strict=True)
        ]

    def info(self, dialect: str) -> ClusterInfo:
        """See `Backend.info`."""
        return self._cluster.info
