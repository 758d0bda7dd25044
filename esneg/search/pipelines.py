"""A named search pipeline on OpenSearch: made when it is absent, kept up to date when it is esneg's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from esneg.clusters import Cluster
from esneg.errors import NotFound, UsageError

OWN_PREFIX = "esneg-"
"""Pipelines whose names begin like this are esneg's to change; all others belong to somebody else."""


def ensure_pipeline(cluster: Cluster, name: str, wanted: Mapping[str, Any]) -> None:
    """Sees that the pipeline ``name`` fuses as ``wanted`` says.

    Args:
        wanted: what `esneg.search.opensearch.rrf_pipeline` makes.

    Raises:
        UsageError: somebody else's pipeline fuses in another way, or not at all.
        ClusterError: the cluster does not let it be read or written.
    """
    path = f"/_search/pipeline/{quote(name, safe='')}"
    try:
        stored = cluster.request("GET", path).get(name) or {}
    except NotFound:
        stored = None
    if stored is None:
        cluster.request("PUT", path, body=wanted)
    elif _combination(stored) != _combination(wanted):
        if not name.startswith(OWN_PREFIX):
            raise UsageError(
                f"the search pipeline {name} fuses otherwise than this search: {_combination(stored)}, "
                f"not {_combination(wanted)}",
                remedy=f"name another pipeline (one that begins with {OWN_PREFIX} is kept up to date), or none: "
                "the search then brings its own",
            )
        cluster.request("PUT", path, body={**stored, **wanted})


def _combination(pipeline: Mapping[str, Any]) -> Mapping[str, Any]:
    """What decides the scores; with misplaced weights among it, which the engine ignores without a word."""
    for processor in pipeline.get("phase_results_processors") or ():
        ranker = processor.get("score-ranker-processor")
        if ranker is not None:
            combination = {"technique": "rrf", "rank_constant": 60, **(ranker.get("combination") or {})}
            misplaced = {
                key: value
                for key, value in ranker.items()
                if key not in ("combination", "tag", "description")
            }
            return {**combination, **misplaced}
    return {}
