"""Where legs are fused: in the engine when it can, else in Python, and then it is said why."""

from __future__ import annotations

from typing import Literal

from esneg.clusters import Cluster
from esneg.clusters.failures import is_licence_refusal
from esneg.errors import RequestFailed, UsageError
from esneg.search.question import Dialect, Question
from esneg.search.results import Fusion

FuseIn = Literal["auto", "engine", "client"]

_UNKNOWN_TO_ENGINE = (
    "unknown retriever [rrf]",
    "unknown query [hybrid]",
    "Invalid processor type score-ranker-processor",
)


class ClientFusionNotice(UserWarning):
    """Legs are fused in Python, since the engine cannot do it; given once a searcher."""


def choose(cluster: Cluster, dialect: Dialect, question: Question, wanted: FuseIn) -> Fusion:
    """Where a question's legs are fused.

    Raises:
        UsageError: ``wanted`` is "engine", and the engine cannot.
    """
    if len(question.legs) == 1:
        return Fusion("none")
    if wanted == "client":
        return Fusion("client", "asked for")
    capabilities = cluster.capabilities()
    if not capabilities.rrf:
        return _without_engine(cluster, capabilities.reasons.get("rrf", "the engine has no RRF"), wanted)
    if misfit := dialect.misfit(cluster.info, question):
        return _without_engine(cluster, misfit[0], wanted, misfit[1])
    return Fusion("engine")


def after_refusal(cluster: Cluster, error: RequestFailed, wanted: FuseIn) -> Fusion | None:
    """Where to fuse instead, when the engine has refused to; None when the error is about something else.

    A licence may end while a searcher lives.

    Raises:
        UsageError: ``wanted`` is "engine".
    """
    unknown = any(words in error.reason for words in _UNKNOWN_TO_ENGINE)
    if not unknown and not is_licence_refusal(error.reason):
        return None
    return _without_engine(cluster, error.reason, wanted)


def _without_engine(cluster: Cluster, reason: str, wanted: FuseIn, remedy: str = "") -> Fusion:
    remedy = remedy or _what_would_change_it(cluster, reason)
    if wanted == "engine":
        raise UsageError(
            f"{cluster.url} cannot fuse legs: {reason}", remedy=f"{remedy}; or fuse in Python: --fusion auto"
        )
    return Fusion("client", reason, remedy)


def _what_would_change_it(cluster: Cluster, reason: str) -> str:
    if cluster.info.engine == "opensearch":
        return "OpenSearch 2.19 or later with the plugin opensearch-neural-search on every node would fuse"
    if "licen" in reason:
        return "an Enterprise or trial licence would let Elasticsearch fuse"
    return "Elasticsearch 8.14 or later with an Enterprise or trial licence would fuse"
