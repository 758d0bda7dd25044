"""What the tests of migrations share: an index that loses negation, what it becomes, a watched alias."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from esneg.analysis.keeping import analyzer_name, keeping_analysis
from esneg.clusters import Cluster
from esneg.migrate import MigrateOptions, Outcome, Timing, Voice, documents, find, migrate
from esneg.migrate.hold import Hold, holders_of, release_all
from esneg.migrate.journal import Journal, JournalStore
from esneg.migrate.owner import Owner, this_process
from esneg.negation import load

QUICK = Timing(poll=0.05, heartbeat=0.2, stale=1.0, settle=0.05, patience=20.0)
IMPATIENT = Timing(poll=0.02, heartbeat=0.2, stale=0.2, settle=0.0, patience=0.0)

PATCH = {
    "settings": {"analysis": keeping_analysis(load("en"))},
    "mappings": {"properties": {"body": {"type": "text", "analyzer": analyzer_name(load("en"))}}},
}
"""Gives the field ``body`` an analyzer that keeps negation."""


@dataclass
class Old:
    """An index whose analysis loses negation, and the alias that leads to it.

    Attributes:
        asked: what is migrated: the alias, or the index itself.
        index: the index.
        size: how many documents it has.
    """

    cluster: Cluster
    asked: str
    index: str
    size: int = 0

    @property
    def stem(self) -> str:
        return self.asked

    def add(self, count: int) -> None:
        found = self.cluster.bulk_index(
            self.index, [(str(n), {"body": f"this is not {n}", "n": n}) for n in range(count)]
        )
        assert not found
        self.size += count

    def checksum(self, index: str | None = None) -> str:
        return checksum(self.cluster, index or self.asked)


def checksum(cluster: Cluster, name: str) -> str:
    """Of ids, routings, versions and the bytes of every document behind a name."""
    (index,) = cluster.request("GET", f"/{name}/_settings", params={"expand_wildcards": "all"})
    documents.refresh(cluster, index)
    lines = []
    for shard, end in documents.positions(cluster, index, last=True).items():

        def fetch(after: int, up_to: int, shard: str = shard) -> list[documents.Document]:
            return documents.page(cluster, index, shard, after=after, up_to=up_to, size=2000)

        for found, _ in documents.walk(fetch, documents.NOTHING, end, 2000):
            lines += [json.dumps([each.id, each.routing, each.version, each.source]) for each in found]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def make_old(cluster: Cluster, stem: str, kind: str, *, size: int = 30, **settings: Any) -> Old:
    """Creates it; ``kind`` is "alias" or "index"."""
    index = f"{stem}-v1" if kind == "alias" else stem
    cluster.create_index(
        index,
        {
            "settings": {"number_of_shards": 2, "number_of_replicas": 0, **settings},
            "mappings": {
                "properties": {"body": {"type": "text", "analyzer": "english"}, "n": {"type": "integer"}}
            },
            "aliases": {stem: {}} if kind == "alias" else {},
        },
    )
    old = Old(cluster, stem, index)
    if size:
        old.add(size)
    return old


def run(
    cluster: Cluster,
    asked: str,
    *,
    timing: Timing = QUICK,
    voice: Voice | None = None,
    patch: dict[str, Any] | None = None,
    **options: Any,
) -> Outcome:
    """Migrates; without the audit, which has tests of its own, unless ``allow_findings=False``."""
    chosen = MigrateOptions(timing=timing, **{"allow_findings": True, **options})
    return migrate(cluster, asked, lambda index: patch or PATCH, options=chosen, voice=voice)


STRANGER = replace(this_process(), id="a", who="ann@far-away, process 7", machine="another", pid=7)
"""A process of another machine."""


def take_over(cluster: Cluster, asked: str, owner: Owner = STRANGER) -> Journal:
    """Takes a migration over, once, as another process does that has waited long enough."""
    journal = find.unfinished(cluster, asked) or find.last(cluster, asked)
    assert journal is not None
    hold = Hold(cluster, journal.target, owner.id)
    assert hold.take(holders_of(cluster, journal.target), named=lambda: None, wait=5, poll=0.05)
    store = JournalStore(cluster, journal.target, hold.path)
    claimed = replace(store.read(), owner=owner)
    store.write(claimed, claiming=True)
    return claimed


def let_go_of(cluster: Cluster, asked: str) -> None:
    """The process that was cut off is the test's own, and lives: it would count as still at work."""
    if (journal := find.unfinished(cluster, asked)) is not None:
        JournalStore(cluster, journal.target).write(replace(journal, owner=None), claiming=True)
        release_all(cluster, journal.target)


@dataclass
class Notes:
    """A voice that remembers what it was told."""

    lines: list[str] = field(default_factory=list)

    @property
    def voice(self) -> Voice:
        return Voice(note=self.lines.append)

    def said(self, words: str) -> bool:
        return any(words in line for line in self.lines)


@dataclass
class Watch:
    """A search that never stops.

    Attributes:
        totals: every number of documents that an answer had.
        failures: every search that failed while the node was up.
        answers: how many searches were answered.
        node_is_down: set while the test has the node down; searches may fail then.
    """

    totals: set[int] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    answers: int = 0
    node_is_down: threading.Event = field(default_factory=threading.Event)


@contextmanager
def watching(url: str, name: str) -> Iterator[Watch]:
    """Searches a name over and over, without any retry, while the block runs."""
    watch, stop = Watch(), threading.Event()
    body = json.dumps({"size": 1, "track_total_hits": True, "query": {"match_all": {}}}).encode()

    def search() -> None:
        request = urllib.request.Request(
            f"{url}/{name}/_search", data=body, headers={"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            found = json.load(answer)
        shards = found["_shards"]
        # A shard whose index goes in the middle of a search is missing without having failed.
        if shards["failed"] or shards["successful"] < shards["total"] or found["timed_out"]:
            raise OSError(f"a partial answer: {found['_shards']}")
        watch.totals.add(found["hits"]["total"]["value"])
        watch.answers += 1

    def loop() -> None:
        while not stop.is_set():
            down = watch.node_is_down.is_set()
            try:
                search()
            except (OSError, urllib.error.URLError, ValueError) as error:
                if not down and not watch.node_is_down.is_set():
                    watch.failures.append(repr(error))
                time.sleep(0.2)
            time.sleep(0.05)

    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        stop.set()
        thread.join()
