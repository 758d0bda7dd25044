"""The audit of files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from esneg.audit.model import AuditReport, Severity, Unaudited
from esneg.audit.offline.backends import EngineBackend, StaticBackend
from esneg.audit.offline.cluster import OfflineCluster
from esneg.audit.offline.files import Definitions, read_definitions
from esneg.audit.offline.lines import lines_of_fields
from esneg.audit.runner import audit
from esneg.clusters import Cluster

Dialect = Literal["opensearch", "elasticsearch"]


def audit_files(
    paths: Sequence[str],
    *,
    engine: Cluster | None = None,
    dialect: Dialect | None = None,
    languages: Sequence[str] = (),
    at_least: Severity = "warning",
) -> AuditReport:
    """Audits settings, mappings and templates from files, without the cluster that they are for.

    Args:
        paths: files, folders or "-" for stdin: see `esneg.audit.offline.files`.
        engine: sends it the analysis as inline definitions and so gets the true answer; without one, static rules
            judge, and the report says so.
        dialect: whose order of analyzers the search side follows; by default the engine's, or the one that the files'
            vector fields belong to, or OpenSearch's, which loses more.
        languages, at_least: as of `esneg.audit.audit`.

    Raises:
        UsageError: a file that cannot be read or holds nothing to audit, with file, line and column.
    """
    definitions = read_definitions(paths)
    backend = EngineBackend(engine) if engine else StaticBackend()
    spoken = dialect or (engine.info.engine if engine else _dialect(definitions))
    cluster = OfflineCluster(definitions, backend, spoken)
    report = audit(cluster, languages=languages, at_least=at_least)
    unaudited = report.unaudited
    if isinstance(backend, StaticBackend):
        # What may lose words and was let pass is no clean bill.
        unaudited += tuple(
            Unaudited(
                f"component {name}",
                "static rules do not know it and let every word pass (--with-engine asks one)",
            )
            for name in sorted(backend.unknown)
        )
    sources = dict(definitions.sources)
    lines = lines_of_fields(sources, ((each.index, each.field) for each in report.findings))
    return replace(report, unaudited=unaudited, static=engine is None, sources=sources, lines=lines)


def _dialect(definitions: Definitions) -> Dialect:
    bodies = (definitions.indices, definitions.index_templates, definitions.component_templates)
    text = str(bodies)
    return "elasticsearch" if "'dense_vector'" in text and "'knn_vector'" not in text else "opensearch"
