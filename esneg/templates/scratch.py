"""An index that lives only as long as an audit of it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from esneg.audit import AuditReport, audit
from esneg.clusters import Cluster

# Hidden, so that no wildcard of another user's meets it.
_SETTINGS = {"index.hidden": True, "index.number_of_shards": 1, "index.number_of_replicas": 0}


def scratch_name(pattern: str = "*") -> str:
    """A name that no index has, matching a pattern where that has a ``*``."""
    return pattern.replace("*", f"esneg-scratch-{uuid.uuid4().hex[:12]}", 1).replace("*", "")


@contextmanager
def scratch_index(cluster: Cluster, name: str, body: Mapping[str, Any]) -> Iterator[str]:
    """Creates an index with settings and mappings, and deletes it at the end of the block.

    Args:
        body: ``settings`` and ``mappings``; both may be absent, for a name that a template matches.
    """
    settings = {**body.get("settings", {}), **_SETTINGS}
    cluster.create_index(name, {**body, "settings": settings})
    try:
        yield name
    finally:
        cluster.delete_index(name, missing_ok=True)


def audit_scratch(
    cluster: Cluster, name: str, body: Mapping[str, Any], languages: Sequence[str]
) -> AuditReport:
    """The audit of an index made for it."""
    with scratch_index(cluster, name, body):
        return audit(cluster, [name], languages=languages)
