"""What can go wrong in a migration, one test each: the name still answers, nothing is lost, the next run finishes."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.migration import (
    IMPATIENT,
    PATCH,
    QUICK,
    STRANGER,
    Notes,
    Old,
    checksum,
    let_go_of,
    make_old,
    run,
    take_over,
)
from fakes.proxy import Fate, proxying

from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.errors import ClusterError
from esneg.migrate import MigrateOptions, Outcome, find, rollback
from esneg.migrate.errors import DocumentsRefused, MigrationHeld, MigrationInterrupted, MigrationRefused
from esneg.migrate.hold import hold_name, holders_of
from esneg.migrate.journal import Journal, JournalStore
from esneg.migrate.owner import Owner


def changes(method: str, path: str) -> bool:
    """Whether a request changes something but the journal.

    Between two of these, nothing but the journal is written: being broken off there is being broken off before the
    next one, or after the one before.
    """
    if "/_mapping" in path:
        return False
    return method in ("PUT", "DELETE") or any(
        part in path for part in ("/_reindex", "/_bulk", "/_aliases", "/_clone")
    )


def open_(url: str) -> Cluster:
    cluster = connect(ConnectionOptions(urls=(url,)))
    # One of the questions is a _reindex without a body: asked here, it is not taken for the copy.
    cluster.capabilities()
    return cluster


def is_whole(old: Old, before: str) -> None:
    """The name leads to all documents, whatever has happened."""
    assert checksum(old.cluster, old.asked) == before


def finish(old: Old, before: str) -> Outcome:
    outcome = run(old.cluster, old.asked)
    is_whole(old, before)
    assert list(old.cluster.request("GET", f"/{old.asked}/_alias")) == [outcome.target]
    assert checksum(old.cluster, outcome.kept) == before
    assert holders_of(old.cluster, outcome.target) == {}
    return outcome


def clean_slate(old: Old) -> None:
    answer = old.cluster.request("GET", f"/{old.stem}*/_alias", params={"expand_wildcards": "all"})
    for index in answer:
        old.cluster.delete_index(index)


@pytest.mark.parametrize(("kind", "fate"), [("index", "cut after"), ("alias", "cut before")])
@pytest.mark.engines("opensearch-3.5", "elasticsearch-8.19")
def test_a_migration_broken_off_at_any_change_is_whole_and_goes_on(
    engine: RunningEngine, stem: str, kind: str, fate: Fate
) -> None:
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        at, undisturbed = 0, False
        while not undisturbed:
            old = make_old(engine.cluster, stem, kind, size=5)
            before = old.checksum()
            at, seen, finished = at + 1, 0, False

            def decide(method: str, path: str, at: int = at) -> Fate:
                nonlocal seen
                seen += changes(method, path)
                # Once cut, nothing gets through any more: the client is as good as dead.
                return (
                    "pass" if seen < at else (fate if seen == at and changes(method, path) else "cut before")
                )

            proxy.decide = decide
            try:
                run(cluster, old.asked, timing=IMPATIENT)
                finished = True
            except (ClusterError, MigrationInterrupted):
                pass  # As it should, when the connection is cut.
            proxy.decide = lambda method, path: "pass"
            undisturbed = seen < at
            is_whole(old, before)
            if not finished:
                assert not undisturbed
                let_go_of(engine.cluster, old.asked)
                finish(old, before)
            elif not undisturbed:
                is_done_but_for_letting_go(old)
            clean_slate(old)
        assert at > 6, "there are more changes than that in a migration"


def is_done_but_for_letting_go(old: Old) -> None:
    """That is the last change, and no failure to the user; the next command makes up for it."""
    with pytest.raises(MigrationRefused, match="already"):
        run(old.cluster, old.asked)
    journal = find.last(old.cluster, old.asked)
    assert journal is not None
    assert holders_of(old.cluster, journal.target) == {}


@pytest.mark.parametrize("kind", ["alias", "index"])
def test_a_migration_broken_off_can_be_undone(engine: RunningEngine, stem: str, kind: str) -> None:
    old = make_old(engine.cluster, stem, kind)
    before = old.checksum()
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = lambda method, path: "cut before" if "_aliases" in path else "pass"
        with pytest.raises(MigrationInterrupted, match="gave up"):
            run(cluster, old.asked, timing=replace(IMPATIENT, settle=0.05))
    rollback(engine.cluster, old.asked, options=MigrateOptions(timing=QUICK))
    is_whole(old, before)
    left = engine.cluster.request("GET", f"/{stem}*/_alias", params={"expand_wildcards": "all"})
    assert list(left) == [old.index]
    assert not engine.cluster.bulk_index(old.asked, [("new", {"body": "writable"})])
    settings = engine.cluster.request("GET", f"/{old.index}/_settings")[old.index]["settings"]["index"]
    assert "blocks" not in settings


def test_a_lost_connection_is_waited_for(engine: RunningEngine, old: Old) -> None:
    before, notes = old.checksum(), Notes()
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        lost_until: list[float] = []

        def decide(method: str, path: str) -> Fate:
            if "_reindex" in path or "_bulk" in path:
                lost_until.append(time.monotonic() + 1.5)
            return "cut before" if lost_until and time.monotonic() < lost_until[0] else "pass"

        proxy.decide = decide
        outcome = run(cluster, old.asked, voice=notes.voice)
    is_whole(old, before)
    assert outcome.documents == old.size
    assert notes.said("trying again for 20 s")
    assert notes.said("goes on after")


def test_a_cluster_that_refuses_load_is_given_time(engine: RunningEngine, old: Old) -> None:
    before = old.checksum()
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        count = 0

        def decide(method: str, path: str) -> Fate:
            nonlocal count
            count += 1
            return "too many requests" if count % 3 == 0 else "pass"

        proxy.decide = decide
        outcome = run(cluster, old.asked)
    is_whole(old, before)
    assert outcome.documents == old.size


@pytest.mark.parametrize("then", ["room", "roll-back"])
def test_a_full_disk_stops_the_migration_and_it_can_go_on_or_be_undone(
    engine: RunningEngine, stem: str, then: str
) -> None:
    old = make_old(engine.cluster, stem, "alias", size=400)
    before = old.checksum()
    target = f"/{old.index}-esneg-1/_settings"

    def fill_the_disk(path: str) -> None:
        engine.cluster.request("PUT", target, body={"index.blocks.read_only_allow_delete": True})

    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        once = threading.Event()

        def decide(method: str, path: str) -> Fate:
            if not once.is_set() and ("_reindex" in path or "_bulk" in path):
                once.set()
                # What the engine itself does at the flood-stage watermark.
                fill_the_disk(path)
            return "pass"

        proxy.decide = decide
        with pytest.raises(MigrationInterrupted, match="the disk is full"):
            run(cluster, old.asked, timing=replace(QUICK, patience=1.0))
    is_whole(old, before)
    if then == "roll-back":
        rollback(old.cluster, old.asked, options=MigrateOptions(timing=QUICK))
        is_whole(old, before)
        left = old.cluster.request("GET", f"/{stem}*/_alias", params={"expand_wildcards": "all"})
        assert list(left) == [old.index]
        return
    engine.cluster.request("PUT", target, body={"index.blocks.read_only_allow_delete": None})
    let_go_of(engine.cluster, old.asked)
    assert finish(old, before).resumed


def test_refused_documents_are_listed_in_full_and_nothing_is_switched(
    engine: RunningEngine, stem: str
) -> None:
    old = make_old(engine.cluster, stem, "alias", size=300)
    bad = {f"bad-{n}" for n in range(40)}
    engine.cluster.bulk_index(old.index, [(each, {"body": "x", "extra": "unknown"}) for each in sorted(bad)])
    engine.cluster.request(
        "PUT",
        f"/{old.index}/_doc/routed",
        params={"routing": "r", "refresh": True},
        body={"extra": "unknown"},
    )
    before = old.checksum()
    mappings = {"dynamic": "strict", "properties": {**PATCH["mappings"]["properties"], "extra": None}}
    strict: dict[str, Any] = {"settings": PATCH["settings"], "mappings": mappings}
    with pytest.raises(DocumentsRefused, match="refuses 41 documents") as caught:
        run(engine.cluster, old.asked, patch=strict)
    assert {each.id for each in caught.value.documents} == bad | {"routed"}
    assert all("strict" in each.reason for each in caught.value.documents)
    assert any(line.startswith("routed (routing r): ") for line in caught.value.details)
    is_whole(old, before)
    assert list(engine.cluster.request("GET", f"/{old.asked}/_alias")) == [old.index]

    # The source takes writes again, so the documents can be put right; then the same command finishes.
    for each in sorted(bad):
        engine.cluster.request("PUT", f"/{old.asked}/_doc/{each}", body={"body": "put right"})
    engine.cluster.request("DELETE", f"/{old.asked}/_doc/routed", params={"routing": "r", "refresh": True})
    outcome = finish(old, old.checksum())
    assert outcome.resumed
    assert outcome.documents == 340


@pytest.mark.needs("knn")
def test_a_vector_of_other_dimensions_is_a_refused_document(engine: RunningEngine, stem: str) -> None:
    vector: dict[str, Any] = (
        {"type": "knn_vector", "dimension": 3}
        if engine.cluster.info.engine == "opensearch"
        else {"type": "dense_vector", "dims": 3}
    )
    old = make_old(engine.cluster, stem, "alias", size=3)
    engine.cluster.bulk_index(old.index, [("short", {"body": "x", "v": [1, 2]})])
    patch: dict[str, Any] = {"settings": {"knn": True}} if "dimension" in vector else {}
    patch = {**PATCH, "settings": {**PATCH["settings"], **patch.get("settings", {})}}
    patch["mappings"] = {"properties": {**PATCH["mappings"]["properties"], "v": vector}}
    with pytest.raises(DocumentsRefused) as caught:
        run(engine.cluster, old.asked, patch=patch)
    assert [each.id for each in caught.value.documents] == ["short"]
    assert "dimension" in caught.value.documents[0].reason


def begun(old: Old, owner: Owner | None, **entries: Any) -> Journal:
    """A migration that was begun: everything is in place but the documents."""
    with proxying(old.cluster.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = lambda method, path: "cut before" if "_reindex" in path or "_bulk" in path else "pass"
        with pytest.raises(MigrationInterrupted):
            run(cluster, old.asked, timing=IMPATIENT)
    journal = find.unfinished(old.cluster, old.asked)
    assert journal is not None
    JournalStore(old.cluster, journal.target).write(replace(journal, owner=None, **entries), claiming=True)
    return replace(journal, **entries) if owner is None else take_over(old.cluster, old.asked, owner)


def test_a_second_migration_is_refused_and_told_who_is_at_work(old: Old) -> None:
    journal = begun(old, STRANGER)
    stop = threading.Event()
    store = JournalStore(old.cluster, journal.target, hold_name(journal.target, STRANGER.id))

    def live() -> None:
        beat = 0
        while not stop.wait(0.1):
            beat += 1
            store.write(replace(journal, owner=replace(STRANGER, beat=beat)))

    thread = threading.Thread(target=live)
    thread.start()
    try:
        with pytest.raises(MigrationHeld, match="by ann@far-away, process 7"):
            run(old.cluster, old.asked)
        with pytest.raises(MigrationHeld, match="ann@far-away"):
            rollback(old.cluster, old.asked, options=MigrateOptions(timing=QUICK))
    finally:
        stop.set()
        thread.join()
    assert list(old.cluster.request("GET", f"/{old.asked}/_alias")) == [old.index]


def test_another_machine_goes_on_when_the_first_gives_no_sign_of_life(old: Old) -> None:
    before, notes = old.checksum(), Notes()
    begun(old, STRANGER)
    assert run(old.cluster, old.asked, voice=notes.voice).resumed
    is_whole(old, before)
    assert notes.said("ann@far-away, process 7 was at work on this")


@pytest.mark.needs("reindex")
def test_a_task_that_is_gone_is_started_again(old: Old) -> None:
    before, notes = old.checksum(), Notes()
    begun(old, None, task="no-such-node:12345")
    assert run(old.cluster, old.asked, voice=notes.voice).resumed
    is_whole(old, before)


@pytest.mark.needs("reindex")
def test_a_copy_that_the_engine_still_makes_is_found_and_followed(old: Old) -> None:
    before, notes = old.checksum(), Notes()
    journal = begun(old, None)
    body = {"source": {"index": old.index}, "dest": {"index": journal.target, "version_type": "external"}}
    old.cluster.request(
        "POST",
        "/_reindex",
        params={"wait_for_completion": False, "requests_per_second": 25},
        body={**body, "source": {"index": old.index, "size": 10}},
    )
    tasks_before = reindex_tasks(old)
    assert len(tasks_before) == 1
    run(old.cluster, old.asked, voice=notes.voice)
    is_whole(old, before)


def reindex_tasks(old: Old) -> list[str]:
    answer = old.cluster.request("GET", "/_tasks", params={"actions": "*reindex", "detailed": True})
    return [
        name
        for node in answer["nodes"].values()
        for name, task in node["tasks"].items()
        if f"[{old.index}]" in task["description"]
    ]


def test_an_index_that_was_replaced_meanwhile_is_not_switched(old: Old) -> None:
    begun(old, None)
    old.cluster.delete_index(old.index)
    old.cluster.create_index(old.index, {"aliases": {old.asked: {}}})
    with pytest.raises(MigrationRefused, match="is not the index any more") as caught:
        run(old.cluster, old.asked)
    assert "find out what became of it" in caught.value.remedy
