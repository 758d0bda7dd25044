"""Two processes on one migration: whoever was taken over does nothing any more, however late it comes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.migration import QUICK, STRANGER, Old, checksum, let_go_of, make_old, run, take_over
from fakes.proxy import Fate, proxying

from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.errors import NotFound, RequestFailed
from esneg.migrate import MigrateOptions, Voice, find, rollback
from esneg.migrate.aliases import HELD_BY
from esneg.migrate.errors import MigrationHeld, MigrationInterrupted, MigrationRefused, VerificationFailed
from esneg.migrate.hold import holders_of
from esneg.migrate.journal import Journal, JournalStore
from esneg.migrate.session import holding

WATCHFUL = replace(QUICK, heartbeat=0.1, stale=60.0, patience=60.0)
"""Nobody is taken for gone because the machine is slow."""

ANN = "was taken over by ann@far-away, process 7"


def open_(url: str) -> Cluster:
    cluster = connect(ConnectionOptions(urls=(url,)))
    cluster.capabilities()  # One of its questions looks like a copy.
    return cluster


def knows_must_exist(old: Old) -> bool:
    action = {"remove": {"index": old.index, "alias": f"{old.stem}-none", "must_exist": True}}
    with pytest.raises(RequestFailed) as caught:
        old.cluster.request("POST", "/_aliases", body={"actions": [action]})
    return isinstance(caught.value, NotFound)


def just_before(moment: Callable[[str, str], bool], act: Callable[[], Any]) -> Callable[[str, str], Fate]:
    """Acts once, while the first request that ``moment`` is true of waits at the proxy."""
    done = threading.Event()

    def decide(method: str, path: str) -> Fate:
        if not done.is_set() and moment(method, path):
            done.set()
            act()
        return "pass"

    return decide


class Later:
    """True of a request once an earlier one was seen; of the ``nth`` such request."""

    def __init__(self, earlier: str, method: str, part: str, nth: int = 1) -> None:
        self.earlier, self.method, self.part, self.nth = earlier, method, part, nth
        self.seen = not earlier

    def __call__(self, method: str, path: str) -> bool:
        if self.seen and method == self.method and self.part in path:
            self.nth -= 1
            return self.nth == 0
        self.seen = self.seen or any(part in path for part in self.earlier.split())
        return False


def serves_as_before(old: Old, before: str) -> None:
    assert list(old.cluster.request("GET", f"/{old.asked}/_alias", params={"expand_wildcards": "all"})) == [
        old.index
    ]
    assert checksum(old.cluster, old.asked) == before


def everything(old: Old) -> dict[str, Any]:
    answer = old.cluster.request("GET", f"/{old.stem}*/_alias", params={"expand_wildcards": "all"})
    return {index: found["aliases"] for index, found in answer.items()}


def finish(old: Old, before: str) -> None:
    """A later run takes over from the stranger, who is silent, and finishes."""
    outcome = run(old.cluster, old.asked)
    assert outcome.resumed
    assert checksum(old.cluster, old.asked) == before == checksum(old.cluster, outcome.kept)
    assert list(old.cluster.request("GET", f"/{old.asked}/_alias")) == [outcome.target]
    assert everything(old) == {outcome.kept: {}, outcome.target: {old.asked: {}}}


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(("GET", "-esneg-1/_mapping"), id="before it reads the journal"),
        pytest.param(("PUT", "/_mapping"), id="between reading the journal and writing it"),
    ],
)
def test_a_holder_that_was_taken_over_stops(engine: RunningEngine, old: Old, moment: tuple[str, str]) -> None:
    before = old.checksum()
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = just_before(
            Later("/_reindex /_bulk", *moment), lambda: take_over(engine.cluster, old.asked)
        )
        with pytest.raises(MigrationHeld, match=ANN):
            run(cluster, old.asked)
    serves_as_before(old, before)
    journal = find.unfinished(old.cluster, old.asked)
    assert journal is not None
    assert journal.owner == STRANGER, "what the stranger has written stands"
    assert list(holders_of(old.cluster, journal.target)) == [STRANGER.id]
    finish(old, before)


@pytest.mark.parametrize("kind", ["alias", "index"])
def test_a_holder_that_was_taken_over_just_before_the_switch_does_not_switch(
    engine: RunningEngine, stem: str, kind: str
) -> None:
    old = make_old(engine.cluster, stem, kind)
    before = old.checksum()
    # Without must_exist the first request only finds that out.
    nth = 1 if knows_must_exist(old) else 2
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = just_before(
            Later("", "POST", "/_aliases", nth), lambda: take_over(engine.cluster, old.asked)
        )
        with pytest.raises(MigrationHeld, match=ANN):
            run(cluster, old.asked)
    if kind == "alias":
        serves_as_before(old, before)
    else:
        assert list(old.cluster.request("GET", f"/{stem}/_settings")) == [stem], (
            "it is the index itself still"
        )
        assert checksum(old.cluster, stem) == before
    finish(old, before)


def test_documents_of_a_holder_that_was_taken_over_are_refused(engine: RunningEngine, old: Old) -> None:
    before = old.checksum()
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        moment = Later("", "POST", "/_bulk")
        proxy.decide = just_before(moment, lambda: take_over(engine.cluster, old.asked))
        # What changes during the copy goes through this process on every engine.
        stop = threading.Event()
        writer = threading.Thread(target=keep_writing, args=(old, stop))
        writer.start()
        try:
            with pytest.raises(MigrationHeld, match=ANN):
                run(cluster, old.asked, catch_up=True, requests_per_second=50)
        finally:
            stop.set()
            writer.join()
    assert moment.nth == 0
    assert not [index for index in everything(old) if HELD_BY in index], (
        "no index was made of the alias's name"
    )
    let_go_of(old.cluster, old.asked)
    after = old.checksum()
    assert after != before
    finish(old, after)


def keep_writing(old: Old, stop: threading.Event) -> None:
    n = 0
    while not stop.wait(0.02):
        n += 1
        old.cluster.bulk_index(old.asked, [(f"new-{n}", {"body": "x"})])


@pytest.mark.parametrize("stranger", [False, True], ids=["nobody holds it", "it was held by one who is gone"])
def test_of_claimants_at_the_same_time_exactly_one_wins(
    engine: RunningEngine, old: Old, stranger: bool
) -> None:
    journal = begun(engine, old)
    for _ in range(2):
        if stranger:
            take_over(old.cluster, old.asked)
        # One who is silent has to be watched for a while: all claimants do so side by side.
        assert contend(engine, journal, 4, replace(WATCHFUL, stale=5.0) if stranger else WATCHFUL) == (1, 3)
    finish(old, old.checksum())


def begun(engine: RunningEngine, old: Old) -> Journal:
    """A migration that was broken off by a lost connection, and which nobody holds."""
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = lambda method, path: "cut before" if "_reindex" in path or "_bulk" in path else "pass"
        with pytest.raises(MigrationInterrupted):
            run(cluster, old.asked, timing=replace(QUICK, patience=0.0))
    journal = find.unfinished(old.cluster, old.asked)
    assert journal is not None
    assert (journal.owner, holders_of(old.cluster, journal.target)) == (None, {})
    return journal


def contend(engine: RunningEngine, journal: Journal, count: int, timing: Any) -> tuple[int, int]:
    """So many claim at once, and go on giving signs of life; returns how many won and how many were refused."""
    won: list[str] = []
    refused: list[MigrationHeld] = []
    together = threading.Barrier(count)

    def go() -> None:
        with connect(ConnectionOptions(urls=(engine.url,))) as cluster:
            options = MigrateOptions(timing=timing)
            together.wait()
            try:
                with holding(cluster, journal, options, Voice()) as session:
                    won.append(session.hold.holder)
                    until = time.monotonic() + 60
                    while len(won) + len(refused) < count and time.monotonic() < until:
                        session.beat()
                        time.sleep(0.02)
            except MigrationHeld as error:
                refused.append(error)

    threads = [threading.Thread(target=go) for _ in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert all("is being migrated into" in each.message for each in refused)
    assert holders_of(engine.cluster, journal.target) == {}
    return len(won), len(refused)


@pytest.mark.parametrize("kind", ["alias", "index"])
def test_a_roll_back_that_was_taken_over_just_before_it_moves_the_name_does_not(
    engine: RunningEngine, stem: str, kind: str
) -> None:
    old = make_old(engine.cluster, stem, kind)
    nth = 1 if knows_must_exist(old) else 2
    before = old.checksum()
    outcome = run(old.cluster, stem)
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = just_before(
            Later("/_block", "POST", "/_aliases", nth), lambda: take_over(engine.cluster, stem)
        )
        with pytest.raises(MigrationHeld, match=ANN):
            rollback(cluster, stem, options=MigrateOptions(timing=QUICK))
    assert list(old.cluster.request("GET", f"/{stem}/_alias")) == [outcome.target]
    assert old.checksum() == before
    rollback(old.cluster, stem, options=MigrateOptions(timing=QUICK))
    assert everything(old) == {outcome.kept: {stem: {}}, outcome.target: {}}
    assert old.checksum() == before


@pytest.mark.parametrize("nth", [1, 2])
def test_a_roll_back_that_was_taken_over_before_it_deletes_the_target_does_not(
    engine: RunningEngine, old: Old, nth: int
) -> None:
    before = old.checksum()
    journal = begun(engine, old)
    # Its claim is through when it looks for tasks.
    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        proxy.decide = just_before(
            Later("/_tasks", "POST", "/_aliases", nth), lambda: take_over(engine.cluster, old.asked)
        )
        with pytest.raises(MigrationHeld, match=ANN):
            rollback(cluster, old.asked, options=MigrateOptions(timing=QUICK))
    serves_as_before(old, before)
    assert journal.target in everything(old)
    finish(old, before)


def test_a_source_that_was_written_to_although_it_was_blocked_is_not_left_behind(
    engine: RunningEngine, old: Old
) -> None:
    def write() -> None:
        old.cluster.request("PUT", f"/{old.index}/_settings", body={"index.blocks.write": None})
        old.cluster.bulk_index(old.asked, [("late", {"body": "not lost"})])

    with proxying(engine.url) as proxy, open_(proxy.url) as cluster:
        # A sample is compared with _mget; nothing but the switch follows.
        proxy.decide = just_before(Later("/_reindex /_bulk", "POST", "-esneg-1/_mget"), write)
        with pytest.raises(VerificationFailed, match="somebody took the block away"):
            run(cluster, old.asked)
    finish(old, old.checksum())


def test_a_journal_that_names_an_early_phase_of_a_target_that_serves_copies_nothing(old: Old) -> None:
    outcome = run(old.cluster, old.asked)
    old.cluster.bulk_index(old.asked, [("new", {"body": "x"})])
    old.cluster.request("DELETE", f"/{old.asked}/_doc/1", params={"refresh": True})
    before = old.checksum()
    store = JournalStore(old.cluster, outcome.target)
    store.write(replace(store.read(), phase="copying"))
    assert run(old.cluster, old.asked).resumed
    assert old.checksum() == before


def test_a_hold_that_stayed_behind_is_nobodys_alias_and_taken_away_by_the_next_run(
    engine: RunningEngine, old: Old
) -> None:
    outcome = run(old.cluster, old.asked)
    name = f"{outcome.target}{HELD_BY}b"
    action = {"add": {"index": outcome.target, "alias": name, "is_hidden": True}}
    old.cluster.request("POST", "/_aliases", body={"actions": [action]})
    with pytest.raises(MigrationRefused, match="already"):
        run(old.cluster, old.asked)
    assert everything(old)[outcome.target] == {old.asked: {}}


def test_a_migration_of_an_earlier_version_whose_holder_has_no_alias_is_gone_on_with(
    engine: RunningEngine, old: Old
) -> None:
    before = old.checksum()
    journal = begun(engine, old)
    store = JournalStore(old.cluster, journal.target)
    store.write(replace(journal, owner=STRANGER), claiming=True)
    finish(old, before)
