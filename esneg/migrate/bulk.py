"""Writes documents into the target as they are, however often.

The target is always named by an alias, its holder's: the engine refuses what comes after another has taken over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.clusters.retry import RETRIED_STATUSES
from esneg.errors import NotFound, RequestFailed
from esneg.migrate.documents import Document, get
from esneg.migrate.errors import RefusedDocument

_LONGEST_REQUEST = 10_000_000
"""Characters in one ``_bulk`` request; the engines take 100 MB, and work best well below."""

_CONFLICT = 409

_INTO_AN_ALIAS = {"require_alias": True}
"""Without it the engine would make an index of the name of an alias that is gone."""


def write(cluster: Cluster, target: str, documents: Sequence[Document]) -> list[RefusedDocument]:
    """Writes documents under their ids, routings and versions; returns those that the target refuses.

    A document that is there already in the same version is left as it is. So writing twice does no harm, and what
    is written after an interruption costs little.

    Raises:
        RequestFailed: the target took some of them not now (429, 503): to be repeated.
        NotFound: the alias is gone.
    """
    refused: list[RefusedDocument] = []
    conflicts: list[Document] = []
    for batch in _requests(documents):
        for document, status, error in _send(cluster, target, batch, external=True):
            if status == _CONFLICT:
                conflicts.append(document)
            elif error is not None:
                refused.append(_refusal(document, error))
    return refused + _overwrite(cluster, target, conflicts)


def delete(cluster: Cluster, target: str, documents: Sequence[Document]) -> None:
    """Deletes documents; one that is not there is no error."""
    if not documents:
        return
    lines = [{"delete": each.address} for each in documents]
    answer = cluster.request("POST", f"/{index_path(target)}/_bulk", params=_INTO_AN_ALIAS, body=lines)
    for item in answer["items"]:
        if (error := item["delete"].get("error")) is not None:
            status = item["delete"]["status"]
            _raise_if_passing(target, status, error)
            raise RequestFailed(f"{target}: {error.get('reason')}", status=status, reason=str(error))


def _overwrite(cluster: Cluster, target: str, conflicts: Sequence[Document]) -> list[RefusedDocument]:
    """Writes those of which the target holds another content under the same version or a higher one.

    The target's can only be an older document: one that was deleted from the source and written anew begins at
    version 1 again once the engine has forgotten the deletion (``index.gc_deletes``).
    """
    there = get(cluster, target, conflicts)
    stale = [
        each
        for each in conflicts
        if (found := there.get((each.id, each.routing))) is None or found.source != each.source
    ]
    refused = []
    for batch in _requests(stale):
        for document, _, error in _send(cluster, target, batch, external=False):
            if error is not None:
                refused.append(_refusal(document, error))
    return refused


Outcome = tuple[Document, int, "Mapping[str, Any] | None"]


def _send(cluster: Cluster, target: str, batch: Sequence[Document], *, external: bool) -> Iterator[Outcome]:
    if len(batch) == 1 and _has_line_breaks(batch[0]):
        yield _send_alone(cluster, target, batch[0], external=external)
        return
    lines: list[str] = []
    for each in batch:
        action: dict[str, Any] = each.address
        if external:
            action |= {"version": each.version, "version_type": "external"}
        lines += [json.dumps({"index": action}), each.source]
    answer = cluster.request("POST", f"/{index_path(target)}/_bulk", params=_INTO_AN_ALIAS, body=lines)
    for document, item in zip(batch, answer["items"], strict=True):
        status, error = item["index"]["status"], item["index"].get("error")
        _raise_if_passing(target, status, error)
        yield document, status, error


def _send_alone(cluster: Cluster, target: str, document: Document, *, external: bool) -> Outcome:
    params: dict[str, Any] = {"routing": document.routing, **_INTO_AN_ALIAS}
    if external:
        params |= {"version": document.version, "version_type": "external"}
    try:
        cluster.request(
            "PUT",
            f"/{index_path(target)}/_doc/{quote(document.id, safe='')}",
            params=params,
            body=document.source,
        )
    except RequestFailed as error:
        _raise_if_passing(target, error.status, {"type": error.type, "reason": error.reason})
        return document, error.status, {"type": error.type, "reason": error.reason}
    return document, 200, None


def _raise_if_passing(target: str, status: int, error: Mapping[str, Any] | None) -> None:
    if error is None:
        return
    type_, reason = str(error.get("type", "")), str(error.get("reason", ""))
    if status in RETRIED_STATUSES or type_ == "cluster_block_exception":
        raise RequestFailed(f"{target}: {reason}", status=status, type=type_, reason=reason)
    if type_ == "index_not_found_exception":
        raise NotFound(f"{target}: {reason}", status=status, type=type_, reason=reason)


def _requests(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Groups documents into requests.

    A document with line breaks between its values goes alone: the lines of a ``_bulk`` request end at a line
    break, and taking them out would change the document's bytes.
    """
    batch: list[Document] = []
    size = 0
    for each in documents:
        if _has_line_breaks(each):
            yield [each]
            continue
        if batch and size + len(each.source) > _LONGEST_REQUEST:
            yield batch
            batch, size = [], 0
        batch.append(each)
        size += len(each.source)
    if batch:
        yield batch


def _has_line_breaks(document: Document) -> bool:
    return "\n" in document.source or "\r" in document.source


def _refusal(document: Document, error: Mapping[str, Any]) -> RefusedDocument:
    reason = str(error.get("reason", ""))
    cause = error.get("caused_by") or {}
    deeper = str(cause.get("reason", "")) if isinstance(cause, Mapping) else ""
    return RefusedDocument(
        document.id, document.routing, f"{reason}: {deeper}" if deeper and deeper not in reason else reason
    )
