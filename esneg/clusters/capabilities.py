"""What a cluster can do, found by asking it.

Each probe is a request that the engine reads before it does anything: what it does not know, or may not do
under its licence, it refuses while parsing. The searches go to a wildcard that matches no index, and the
``_reindex`` request has no body; so no probe can read or change a document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from esneg.clusters.base import Capabilities, Cluster
from esneg.clusters.failures import is_licence_refusal
from esneg.errors import AccessDenied, NotFound, RequestFailed

NO_INDEX = "esneg-ability-probe-without-index-*"
"""A wildcard expression that matches nothing: an empty result, even for a user who may see few indices."""

_NOTHING: Mapping[str, Any] = {"match_none": {}}

_ELASTICSEARCH_RRF = {
    "retriever": {
        "rrf": {"retrievers": [{"standard": {"query": _NOTHING}}, {"standard": {"query": _NOTHING}}]},
    }
}

# The pipeline stands in the search itself, so that nothing is stored. Before 2.19 `hybrid` is known and the
# processor is not.
_OPENSEARCH_RRF = {
    "query": {"hybrid": {"queries": [_NOTHING, _NOTHING]}},
    "search_pipeline": {
        "phase_results_processors": [{"score-ranker-processor": {"combination": {"technique": "rrf"}}}]
    },
}

_ELASTICSEARCH_KNN = {"knn": {"field": "esneg", "query_vector": [1.0], "k": 1, "num_candidates": 1}}

_OPENSEARCH_KNN = {"query": {"knn": {"esneg": {"vector": [1.0], "k": 1}}}}


_OPENSEARCH_PLUGINS = {"rrf": "opensearch-neural-search", "knn": "opensearch-knn"}


def find_capabilities(cluster: Cluster) -> Capabilities:
    """Asks for licence and plugins, and tries what cannot be told from those.

    Raises:
        Unreachable: no answer.
    """
    reasons: dict[str, str] = {}
    licence = _licence(cluster, reasons)
    plugins = _plugins(cluster, reasons)
    on_elasticsearch = cluster.info.engine == "elasticsearch"
    refused = {
        "rrf": _refusal_of_search(cluster, _ELASTICSEARCH_RRF if on_elasticsearch else _OPENSEARCH_RRF),
        "knn": _refusal_of_search(cluster, _ELASTICSEARCH_KNN if on_elasticsearch else _OPENSEARCH_KNN),
        "reindex": _refusal_of_reindex(cluster),
    }
    for ability, refusal in refused.items():
        if refusal is not None:
            reasons[ability] = _in_plain_words(ability, refusal, cluster, licence=licence, plugins=plugins)
    return Capabilities(
        licence=licence,
        plugins=plugins,
        rrf=refused["rrf"] is None,
        knn=refused["knn"] is None,
        reindex=refused["reindex"] is None,
        reasons=reasons,
    )


def _licence(cluster: Cluster, reasons: dict[str, str]) -> str:
    if cluster.info.engine != "elasticsearch":
        return ""
    try:
        answer = cluster.request("GET", "/_license")
    except AccessDenied as error:
        reasons["licence"] = f"not permitted to ask: {error.message}"
        return ""
    except RequestFailed:
        # The open-source distribution has no licence and no such end point.
        return ""
    return str(answer.get("license", {}).get("type", "")) if isinstance(answer, Mapping) else ""


def _plugins(cluster: Cluster, reasons: dict[str, str]) -> tuple[str, ...]:
    """Plugins and modules of the node that answers: a cluster's nodes carry the same ones."""
    try:
        answer = cluster.request(
            "GET",
            "/_nodes/_local/plugins",
            params={"filter_path": ["nodes.*.plugins.name", "nodes.*.modules.name"]},
        )
        nodes = answer.get("nodes", {}).values() if isinstance(answer, Mapping) else ()
        return tuple(sorted({each["name"] for node in nodes for kind in node.values() for each in kind}))
    except (AccessDenied, RequestFailed):
        pass  # Managed services close node information, and leave the plain list open.
    try:
        listed = cluster.request("GET", "/_cat/plugins", params={"format": "json", "h": "component"})
        return tuple(sorted({each["component"] for each in listed}))
    except AccessDenied as error:
        reasons["plugins"] = f"not permitted to ask: {error.message}"
    except RequestFailed as error:
        reasons["plugins"] = f"the cluster does not list them: {error.message}"
    return ()


def _refusal_of_search(cluster: Cluster, body: Mapping[str, Any]) -> AccessDenied | RequestFailed | None:
    try:
        cluster.search(NO_INDEX, body, params={"allow_no_indices": True})
    except NotFound:
        return None  # Read and understood; only the index is missing.
    except (AccessDenied, RequestFailed) as error:
        return error
    return None


def _refusal_of_reindex(cluster: Cluster) -> AccessDenied | RequestFailed | None:
    try:
        cluster.request("POST", "/_reindex")
    except AccessDenied as error:
        return error
    except RequestFailed as error:
        # A cluster that has _reindex misses the body of this request; one without misses the end point.
        missing_end_point = error.status in (404, 405) or "no handler found" in error.reason
        return error if missing_end_point else None
    return None


def _in_plain_words(
    ability: str,
    refusal: AccessDenied | RequestFailed,
    cluster: Cluster,
    *,
    licence: str,
    plugins: tuple[str, ...],
) -> str:
    if isinstance(refusal, AccessDenied):
        return f"not permitted to ask: {refusal.message}"
    if ability == "reindex":
        return "the cluster has no _reindex"
    if is_licence_refusal(refusal.reason):
        return f"licence {licence or 'of this cluster'}: {refusal.reason}"
    plugin = _OPENSEARCH_PLUGINS[ability]
    if cluster.info.engine == "opensearch" and plugins and plugin not in plugins:
        return f"plugin {plugin} absent ({refusal.reason})"
    if "unknown" in refusal.reason.lower():
        return f"{cluster.info.distribution} {cluster.info.version} does not know it ({refusal.reason})"
    return refusal.reason or refusal.message
