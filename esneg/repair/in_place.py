"""Repairs that need no new index: only what is searched with changes, and not what is indexed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from esneg.analysis import index_side
from esneg.analysis.fields import text_fields
from esneg.audit import AuditReport, audit
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import ClusterError, UsageError
from esneg.repair.draft import Draft, names_in
from esneg.repair.model import Proposal, Request
from esneg.repair.patch import merge_patch

_SECTIONS = ("char_filter", "tokenizer", "filter")


def in_place(index: str, before: Draft, after: Draft) -> Iterator[Request]:
    """The requests that apply a repair to the index as it is; none where the index side changes.

    New analyzers can only be defined while an index is closed: for that moment it cannot be searched.
    """
    if (
        before.body == after.body
        or _indexing(before) != _indexing(after)
        or before.settings != after.settings
    ):
        return
    path = f"/{index_path(index)}"
    patch = merge_patch(before.body, after.body)
    if analysis := patch.get("settings", {}).get("analysis"):
        yield Request("POST", f"{path}/_close")
        yield Request("PUT", f"{path}/_settings", {"analysis": analysis})
        yield Request("POST", f"{path}/_open")
    if patch.get("mappings"):
        yield Request("PUT", f"{path}/_mapping", _changed_fields(before.mappings, after.mappings))


def apply_in_place(cluster: Cluster, proposal: Proposal, *, languages: Sequence[str] = ()) -> AuditReport:
    """Applies a repair to the index as it is, and audits it. One that was closed for it is opened come what may.

    Raises:
        UsageError: the index side changes too, or there is nothing to apply.
        ClusterError: the cluster refuses a request.
    """
    if not proposal.changes:
        raise UsageError(f"{proposal.index}: there is nothing to repair in place")
    if not proposal.in_place:
        raise UsageError(
            f"{proposal.index}: what is indexed changes too, so the documents have to be indexed again",
            remedy=f"see the proposal with `esneg fix {proposal.index}`, carry it out with `esneg migrate`",
        )
    closed: str | None = None
    try:
        for request in proposal.in_place:
            cluster.request(request.method, request.path, body=request.body)
            if request.path.endswith("/_close"):
                closed = request.path.removesuffix("/_close")
            elif request.path.endswith("/_open"):
                closed = None
    except ClusterError as error:
        if closed is not None:
            cluster.request("POST", f"{closed}/_open")
            error.details = (*error.details, "the index is open again, as it was")
        raise
    return audit(cluster, [proposal.index], languages=languages)


def _indexing(draft: Draft) -> dict[str, Any]:
    """Of every field, all that decides what is indexed."""
    found: dict[str, Any] = {}
    for field in text_fields(draft.mappings):
        name = index_side.analyzer_name(field, draft.view)
        found[field.path] = (name, _resolved(draft.analysis, name), field.index_options)
    return found


def _resolved(analysis: Mapping[str, Mapping[str, Any]], name: str) -> Any:
    """An analyzer's definition with that of every component in it."""
    definition = analysis.get("analyzer", {}).get(name) or analysis.get("normalizer", {}).get(name)
    if definition is None:
        return name
    parts = {
        section: [(part, analysis.get(section, {}).get(part)) for part in names_in(definition.get(section))]
        for section in _SECTIONS
    }
    return definition, parts


def _changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The changed fields of a mapping, each with all its parameters, as an update of a mapping wants them."""
    body: dict[str, Any] = {}
    if before.get("dynamic_templates") != after.get("dynamic_templates"):
        body["dynamic_templates"] = after.get("dynamic_templates", [])
    old = before.get("properties", {})
    changed = {name: spec for name, spec in after.get("properties", {}).items() if old.get(name) != spec}
    return {**body, **({"properties": changed} if changed else {})}
