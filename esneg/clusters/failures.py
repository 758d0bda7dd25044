"""What can go wrong with one request, before it is put into words, and the words for an error status.

The clusters raise `HttpFailure` and `NoAnswer` from whatever their client library raised; only what a user
should see is made of them: by `translated` here, and by `esneg.clusters.diagnosis` where no answer came.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from urllib3.exceptions import ConnectTimeoutError, NewConnectionError, ReadTimeoutError, SSLError

from esneg.errors import AccessDenied, ClusterError, NotFound, RequestFailed

Kind = Literal["not connected", "tls failed", "timed out", "broken off", "unreadable"]

_LONGEST_REASON = 400
"""Characters: a proxy's error page is no message."""


class HttpFailure(Exception):
    """The answer has an error status.

    Attributes:
        status: the HTTP status.
        payload: the answer's JSON value or text.
    """

    def __init__(self, status: int, payload: Any) -> None:
        super().__init__(f"HTTP {status}")
        self.status = status
        self.payload = payload


class NoAnswer(Exception):
    """No answer came, or none that can be read.

    Attributes:
        kind: how far it got. "not connected": nothing was sent; "tls failed": neither; "timed out"; "broken off":
            the connection ended early, or spoke something else than HTTP; "unreadable": an answer that is neither
            JSON nor plain text.
        cause: the exception that the client library met.
    """

    def __init__(self, kind: Kind, cause: BaseException) -> None:
        super().__init__(kind)
        self.kind = kind
        self.cause = cause

    @classmethod
    def because_of(cls, cause: BaseException) -> NoAnswer:
        """From the exception of urllib3, which both client libraries speak HTTP with."""
        kind: Kind = "broken off"
        if isinstance(cause, (NewConnectionError, ConnectTimeoutError)):
            kind = "not connected"
        elif isinstance(cause, ReadTimeoutError):
            kind = "timed out"
        elif isinstance(cause, (SSLError, ssl.SSLError)):
            kind = "tls failed"
        return cls(kind, cause)


@dataclass(frozen=True)
class Cause:
    """The engine's own account of an error.

    Attributes:
        type: the name of the outermost error.
        reason: the reason of the deepest cause that has one.
        context: the reasons above it, outermost first.
    """

    type: str
    reason: str
    context: tuple[str, ...] = ()


def read_error(payload: Any) -> Cause:
    """Reads an error answer, in each of the shapes that the engines give it.

    ``error`` is an object with ``caused_by``, ``root_cause``, ``failed_shards`` and (Elasticsearch's retrievers)
    ``suppressed``, or a plain string; a proxy in between answers with text.
    """
    if isinstance(payload, Mapping):
        error = payload.get("error", payload.get("message", payload.get("Message", "")))
    else:
        # Of a proxy's web page the status says all there is to say.
        error = "" if str(payload).lstrip().startswith("<") else payload
    if not isinstance(error, Mapping):
        return Cause(type="", reason=_one_line(error))
    reasons = list(dict.fromkeys(_reasons(error)))
    return Cause(
        type=str(error.get("type") or ""), reason=reasons[-1] if reasons else "", context=tuple(reasons[:-1])
    )


def _reasons(error: Mapping[str, Any]) -> Iterator[str]:
    reason = _one_line(error.get("reason"))
    if reason:
        yield reason
    for cause in _causes(error):
        deeper = list(_reasons(cause))
        if deeper and not _says_less(cause, than=reason):
            yield from deeper
            return


def _causes(error: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What lies below an error, the most telling first."""
    candidates = [error.get("caused_by"), *(error.get("suppressed") or ())]
    candidates += [
        shard.get("reason") for shard in error.get("failed_shards") or () if isinstance(shard, Mapping)
    ]
    candidates += error.get("root_cause") or ()
    yield from (each for each in candidates if isinstance(each, Mapping))


def _says_less(cause: Mapping[str, Any], *, than: str) -> bool:
    # "unknown retriever [rrf]" is caused by "[1:23] unknown field [rrf]", which names the wrong thing.
    return cause.get("type") == "named_object_not_found_exception" and than.startswith("unknown ")


def _one_line(value: Any) -> str:
    text = " ".join(str(value).split()) if value else ""
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}..."


def translated(failure: HttpFailure, *, request: str, where: str) -> ClusterError:
    """The error for an answer with an error status.

    Args:
        failure: the answer.
        request: what was asked, such as ``GET /_analyze``.
        where: the cluster's address.
    """
    cause = read_error(failure.payload)
    says = f": {cause.reason}" if cause.reason else ""
    if failure.status == 401:
        return AccessDenied(
            f"{where} refuses the credentials (401){says}",
            remedy="check --api-key, or --user and --password (ESNEG_API_KEY, ESNEG_USER, ESNEG_PASSWORD)",
        )
    if failure.status == 403 and not _is_no_matter_of_permission(cause):
        return AccessDenied(
            f"{where} does not permit {request} (403){says}",
            remedy="use credentials with that permission, or have it granted",
        )
    error = NotFound if failure.status == 404 else RequestFailed
    return error(
        f"{request} failed ({failure.status}){says}",
        status=failure.status,
        type=cause.type,
        reason=cause.reason,
        details=cause.context,
    )


def _is_no_matter_of_permission(cause: Cause) -> bool:
    """Whether a 403 would come with any credentials: the licence lacks the feature, or an index is blocked."""
    return cause.type == "cluster_block_exception" or is_licence_refusal(cause.reason)


def is_licence_refusal(reason: str) -> bool:
    """Whether Elasticsearch refuses a feature that its licence lacks."""
    return "license is non-compliant" in reason
