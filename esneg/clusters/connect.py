"""From connection options to a cluster: finds the engine by asking, and takes the client that reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from esneg.clusters.base import Cluster, ClusterInfo
from esneg.clusters.options import ConnectionOptions
from esneg.errors import EsnegError, RequestFailed, UsageError

OLDEST_ELASTICSEARCH = (7, 10)
"""The oldest version that esneg is tested on."""

_UNKNOWN = ClusterInfo(engine="opensearch", version="", distribution="")

_SERVERLESS = ClusterInfo(engine="opensearch", version="", distribution="Amazon OpenSearch Serverless")


def connect(options: ConnectionOptions) -> Cluster:
    """Connects to a cluster.

    Elasticsearch 8 and later is asked through elasticsearch-py; everything else through opensearch-py, which
    also reads Elasticsearch 7: elasticsearch-py 8 refuses the open-source 7.10 that AWS runs.

    Raises:
        Unreachable: no answer, a certificate that cannot be trusted, or not a search cluster.
        AccessDenied: the credentials are refused.
        UsageError: options that cannot be used, or a version that is too old.
    """
    from esneg.clusters.opensearch import OpenSearchCluster

    options = _with_urls(options)
    cluster = OpenSearchCluster(_UNKNOWN, options)
    try:
        cluster.info = _ask(cluster, options)
        _refuse_too_old(cluster.info, options.urls[0])
    except EsnegError:
        cluster.close()
        raise
    if (
        cluster.info.engine == "elasticsearch"
        and cluster.info.version_tuple >= (8,)
        and not options.aws_region
    ):
        from esneg.clusters.elasticsearch import ElasticsearchCluster

        cluster.close()
        return ElasticsearchCluster(cluster.info, options)
    return cluster


def _with_urls(options: ConnectionOptions) -> ConnectionOptions:
    if options.cloud_id is None:
        return options
    from elastic_transport.client_utils import parse_cloud_id

    try:
        address = parse_cloud_id(options.cloud_id).es_address
    except ValueError:
        address = None
    if address is None:
        raise UsageError(
            "the cloud ID cannot be read",
            remedy="copy it from the deployment's page in the Elastic Cloud console",
        )
    host, port = address
    return replace(options, cloud_id=None, urls=(f"https://{host}:{port}",))


def _ask(cluster: Cluster, options: ConnectionOptions) -> ClusterInfo:
    from esneg.clusters.diagnosis import not_a_cluster

    if options.aws_service == "aoss":
        # OpenSearch Serverless has neither GET / nor node information; listing indices shows that it answers.
        cluster.request("GET", "/_cat/indices", params={"format": "json", "h": "index"})
        return _SERVERLESS
    try:
        answer = cluster.request("GET", "/")
        info = _from_root(answer)
    except RequestFailed as error:
        if error.status >= 400 and error.status not in (400, 404, 405):
            raise
        info = _from_nodes(cluster) if error.status >= 400 else None
    if info is None:
        raise not_a_cluster(options.urls[0])
    return info


def _from_root(answer: Any) -> ClusterInfo | None:
    """Reads the answer to ``GET /``; None when no search engine answers like that."""
    version = answer.get("version") if isinstance(answer, Mapping) else None
    if not isinstance(version, Mapping) or not isinstance(version.get("number"), str):
        return None
    common = {
        "version": version["number"],
        "cluster_name": str(answer.get("cluster_name", "")),
        "lucene_version": str(version.get("lucene_version", "")),
    }
    tagline = str(answer.get("tagline", ""))
    # OpenSearch can be set to call itself 7.10.2; its tagline stays.
    if version.get("distribution") == "opensearch" or "OpenSearch" in tagline:
        return ClusterInfo(engine="opensearch", distribution="OpenSearch", **common)
    if "for Search" not in tagline:
        return None
    return ClusterInfo(
        engine="elasticsearch", distribution=_distribution(version.get("build_flavor")), **common
    )


def _from_nodes(cluster: Cluster) -> ClusterInfo | None:
    """Asks a node about itself: some builds of Elasticsearch lack ``GET /``."""
    parts = ("version", "build_flavor", "modules.elasticsearch_version", "modules.opensearch_version")
    try:
        answer = cluster.request(
            "GET",
            "/_nodes/_local",
            params={"filter_path": ["cluster_name", *(f"nodes.*.{part}" for part in parts)]},
        )
    except RequestFailed:
        return None
    nodes = answer.get("nodes") if isinstance(answer, Mapping) else None
    if not isinstance(nodes, Mapping) or not nodes:
        return None
    node = next(iter(nodes.values()))
    common = {"version": str(node.get("version", "")), "cluster_name": str(answer.get("cluster_name", ""))}
    if any("opensearch_version" in module for module in node.get("modules") or ()):
        return ClusterInfo(engine="opensearch", distribution="OpenSearch", **common)
    return ClusterInfo(engine="elasticsearch", distribution=_distribution(node.get("build_flavor")), **common)


def _distribution(build_flavor: Any) -> str:
    names = {"oss": "Elasticsearch (open source)", "serverless": "Elasticsearch Serverless"}
    return names.get(str(build_flavor), "Elasticsearch")


def _refuse_too_old(info: ClusterInfo, url: str) -> None:
    if info.engine == "elasticsearch" and info.version_tuple < OLDEST_ELASTICSEARCH:
        oldest = ".".join(map(str, OLDEST_ELASTICSEARCH))
        raise UsageError(f"{url} runs Elasticsearch {info.version}; esneg needs {oldest} or later")
