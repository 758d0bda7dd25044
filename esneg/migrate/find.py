"""Finds the journals of migrations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound, UsageError
from esneg.migrate.journal import FINAL, KEY, Journal

MARK = "-esneg-"
"""Stands in the name of every target, so that migrations are found without reading every mapping."""

BEFORE = "-before-esneg"
"""Ends the name under which a real index is kept."""


@dataclass(frozen=True)
class Named:
    """The stem and number of a target's name."""

    stem: str
    number: int


def parts(name: str) -> Named:
    """The parts of a name that esneg made; number 0 for any other."""
    stem, mark, number = name.rpartition(MARK)
    if mark and stem and number.isdigit():
        return Named(stem, int(number))
    return Named(name.removesuffix(BEFORE) or name, 0)


def check_target_name(name: str) -> None:
    """Refuses a name that `journals` would not find.

    Raises:
        UsageError: such a name.
    """
    if not parts(name).number:
        raise UsageError(
            f"the target may not be called {name}",
            remedy=f"a target's name ends with {MARK}N, such as my-index{MARK}1: so that esneg finds it again",
        )


def journals(cluster: Cluster) -> list[Journal]:
    """The journal of every migration in the cluster."""
    answer = cluster.request(
        "GET",
        f"/*{MARK}*/_mapping",
        params={
            "expand_wildcards": "all",
            "allow_no_indices": True,
            "filter_path": f"*.mappings._meta.{KEY}",
        },
    )
    found = ((name, each["mappings"]["_meta"][KEY]) for name, each in answer.items())
    # A clone or a restored copy of a target brings the journal along; it is the target's, not the copy's.
    return [Journal.from_meta(raw) for name, raw in found if raw.get("target") == name]


def unfinished(cluster: Cluster, asked: str) -> Journal | None:
    """The migration of an index, or of the index behind an alias, that has begun and is neither done nor undone."""
    under_way = [each for each in journals(cluster) if each.phase not in FINAL]
    by_name = [each for each in under_way if asked in (each.asked, each.source, each.target)]
    if by_name:
        return by_name[0]
    behind = {name for name, _ in _behind(cluster, asked)}
    return next((each for each in under_way if each.source in behind or each.target in behind), None)


def last(cluster: Cluster, asked: str) -> Journal | None:
    """The migration that made the index which a name stands for now."""
    for _, journal in _behind(cluster, asked):
        if journal is not None:
            return journal
    return None


def half_undone(cluster: Cluster, asked: str) -> Journal | None:
    """The migration whose roll-back moved the name back and was broken off before it was written down."""
    behind = {name for name, _ in _behind(cluster, asked)}
    return next(
        (
            each
            for each in journals(cluster)
            if each.phase == "done" and each.kept in behind and asked in (each.asked, each.source)
        ),
        None,
    )


def _behind(cluster: Cluster, asked: str) -> Iterator[tuple[str, Journal | None]]:
    try:
        answer = cluster.request("GET", f"/{index_path(asked)}/_mapping", params={"expand_wildcards": "all"})
    except NotFound:
        return
    for name, found in answer.items():
        raw = found["mappings"].get("_meta", {}).get(KEY)
        yield name, Journal.from_meta(raw) if raw and raw.get("target") == name else None
