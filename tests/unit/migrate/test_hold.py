"""The hold: one of many gets it, and without it nothing is switched, written or deleted."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from fakes.master import Master

from esneg.errors import NotFound, RequestFailed, Unreachable
from esneg.migrate import Timing, Voice
from esneg.migrate.aliases import aliases_of
from esneg.migrate.claim import claim, loss
from esneg.migrate.errors import MigrationHeld
from esneg.migrate.hold import LONGEST_TARGET, Hold, hold_name, holders_of, release_all
from esneg.migrate.journal import Journal, JournalStore
from esneg.migrate.owner import this_process
from esneg.migrate.switch import _switch_once

TARGET = "a-v1-esneg-1"
JOURNAL = Journal("copying", "a", "alias", "a-v1", "uuid of a-v1", TARGET, "a-v1", {"a": {}}, {})
ANN = replace(this_process(), id="ann", who="ann@far-away, process 7", machine="another", pid=7)
TIMING = Timing(poll=0.01, heartbeat=0.02, stale=0.2, settle=0.01, patience=0.0)
MOVED = [
    {"remove": {"index": "a-v1", "alias": "a"}},
    {"add": {"index": TARGET, "alias": "a"}},
]


@pytest.fixture(params=[True, False], ids=["must_exist", "tickets"])
def master(request: pytest.FixtureRequest) -> Master:
    """With an index behind the alias ``a``, and a target."""
    master = Master("a-v1", TARGET, knows_must_exist=request.param)
    master.indices["a-v1"].aliases["a"] = {}
    JournalStore(master, TARGET).write(JOURNAL)
    return master


def held(master: Master, holder: str) -> Hold:
    hold = Hold(master, TARGET, holder)
    assert hold.take(holders_of(master, TARGET), named=lambda: None, wait=0.5, poll=0.001)
    return hold


def at_once(*actions: Any) -> list[Any]:
    results: list[Any] = []
    together = threading.Barrier(len(actions))

    def go(action: Any) -> None:
        together.wait()
        results.append(action())

    threads = [threading.Thread(target=go, args=(each,)) for each in actions]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return results


@pytest.mark.parametrize("silent", [{}, {"gone": TARGET}], ids=["free", "held by one who is gone"])
def test_of_many_who_take_it_at_the_same_time_one_gets_it(master: Master, silent: dict[str, str]) -> None:
    for _ in range(20):
        if silent:
            held(master, "gone")
        journal: list[str] = []

        def take(holder: str, silent: dict[str, str] = silent, journal: list[str] = journal) -> bool:
            hold = Hold(master, TARGET, holder)
            won = hold.take(silent, named=lambda: journal[0] if journal else None, wait=30, poll=0.001)
            if won:
                journal.append(holder)
            return won

        assert sorted(at_once(*(partial(take, name) for name in "bcdef"))) == [False] * 4 + [True]
        assert list(holders_of(master, TARGET)) == journal
        release_all(master, TARGET)
    assert master.aliases(TARGET) == []


def test_one_who_comes_later_withdraws_whatever_its_name(master: Master) -> None:
    held(master, "m")
    for name in "az":
        assert not Hold(master, TARGET, name).take({}, named=lambda: "m", wait=9, poll=0.001)
    assert list(holders_of(master, TARGET)) == ["m"]


def test_a_claim_whose_answer_was_lost_is_found_to_have_gone_through(master: Master) -> None:
    held(master, "gone")
    hold = Hold(master, TARGET, "b")

    def lose(method: str, path: str) -> None:
        if method == "POST" and "b" in holders_of(master, TARGET):
            master.after = lambda method, path: None
            raise Unreachable("the answer is lost")

    master.after = lose
    arguments: dict[str, Any] = {"named": lambda: None, "wait": 0.0, "poll": 0.001}
    with pytest.raises(Unreachable):
        hold.take({"gone": TARGET}, **arguments)
    assert hold.take({"gone": TARGET}, **arguments)
    assert list(holders_of(master, TARGET)) == ["b"]


def test_a_switch_of_one_who_was_taken_over_does_not_happen(master: Master) -> None:
    old = held(master, "old")
    held(master, "new")
    with pytest.raises(NotFound):
        old.act(MOVED)
    assert master.aliases("a-v1") == ["a"]
    assert set(master.indices) == {"a-v1", TARGET}, "no ticket stays behind"


def test_a_switch_that_is_overtaken_on_its_way_does_not_happen(master: Master) -> None:
    old = held(master, "old")
    sent = []

    def overtake(method: str, path: str) -> None:
        if path == "/_aliases" and threading.current_thread() is threading.main_thread():
            sent.append(path)
            # Without must_exist the first request only finds that out.
            if len(sent) == (1 if master.knows_must_exist else 2):
                other = threading.Thread(target=held, args=(master, "new"))
                other.start()
                other.join()

    master.before = overtake
    with pytest.raises(NotFound):
        old.act(MOVED)
    assert master.aliases("a-v1") == ["a"]
    assert list(holders_of(master, TARGET)) == ["new"]
    assert set(master.indices) == {"a-v1", TARGET}


def test_the_holder_switches_and_still_holds(master: Master) -> None:
    hold = held(master, "b")
    hold.act(MOVED)
    assert (master.aliases("a-v1"), list(aliases_of(master, TARGET))) == ([], ["a"])
    assert hold.is_mine()
    hold.release()
    assert master.aliases(TARGET) == ["a"]
    hold.release()


def test_a_target_is_deleted_by_its_holder_only(master: Master) -> None:
    old = held(master, "old")
    new = held(master, "new")
    with pytest.raises(NotFound):
        old.delete_target("a-v1")
    with pytest.raises(NotFound):
        old.delete_target(None)
    new.delete_target("a-v1")
    assert set(master.indices) == {"a-v1"}
    assert master.aliases("a-v1") == ["a"]
    new.delete_target("a-v1")


def test_a_deletion_that_was_broken_off_half_way_is_taken_over() -> None:
    master = Master("a-v1", TARGET)  # Without must_exist it is one request.
    master.indices["a-v1"].aliases["a"] = {}
    old = held(master, "old")

    def die(method: str, path: str) -> None:
        if path == "/_aliases":
            master.after = lambda method, path: None
            raise Unreachable("dead")

    master.after = die
    with pytest.raises(Unreachable):
        old.delete_target("a-v1")
    assert holders_of(master, TARGET) == {"old": "a-v1"}
    assert list(aliases_of(master, "a-v1")) == ["a"], "a hold is nobody's alias"
    held(master, "new")
    assert holders_of(master, TARGET) == {"new": TARGET}
    with pytest.raises(NotFound):
        old.delete_target("a-v1")


def test_a_journal_is_written_by_the_holder_only(master: Master) -> None:
    old = held(master, "old")
    store = JournalStore(master, TARGET, old.path)
    store.write(replace(JOURNAL, positions={"0": 7}))
    held(master, "new")
    with pytest.raises(NotFound):
        store.write(replace(JOURNAL, positions={"0": 9}))
    assert store.read().positions == {"0": 7}


def test_behind_a_data_stream_another_holder_is_in_the_way_of_the_swap() -> None:
    master = Master("a-v1", TARGET)
    old = held(master, "old")
    old.step_aside()
    old.step_aside()
    assert master.aliases(TARGET) == []
    held(master, "new")
    with pytest.raises(NotFound):
        old.step_aside()


def test_a_swap_that_fails_because_of_another_holder_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    master = Master("a-v1", TARGET)
    old = held(master, "old")

    def swap(cluster: Any, stream: str, *, out: str, into: str) -> None:
        held(master, "new")
        raise RequestFailed("cannot add index until its alias is removed", status=400)

    monkeypatch.setattr("esneg.migrate.switch.swap_backing", swap)
    monkeypatch.setattr("esneg.migrate.switch.backing_indices", lambda cluster, stream: ["a-v1"])
    with pytest.raises(NotFound):
        _switch_once(master, replace(JOURNAL, kind="backing", stream="s"), old)


def test_a_claim_refuses_one_who_lives_and_replaces_one_who_does_not(master: Master) -> None:
    hold = held(master, ANN.id)
    store = JournalStore(master, TARGET, hold.path)
    store.write(replace(JOURNAL, owner=ANN), claiming=True)
    stop = threading.Event()

    def live() -> None:
        beat = 0
        while not stop.wait(0.01):
            beat += 1
            store.write(replace(JOURNAL, owner=replace(ANN, beat=beat)))

    thread = threading.Thread(target=live)
    thread.start()
    try:
        with pytest.raises(MigrationHeld, match="already, by ann@far-away, process 7"):
            claim(master, JOURNAL, TIMING, Voice())
    finally:
        stop.set()
        thread.join()
    mine, journal = claim(master, JOURNAL, TIMING, Voice())
    assert journal.owner is not None
    assert (journal.owner.id, list(holders_of(master, TARGET))) == (mine.holder, [mine.holder])
    assert loss(master, replace(JOURNAL, owner=ANN)).message.endswith(f"taken over by {journal.owner.who}")


def test_a_holder_whose_target_is_gone_is_told_that_it_was_undone(master: Master) -> None:
    del master.indices[TARGET]
    assert "was undone" in loss(master, replace(JOURNAL, owner=ANN)).message


def test_the_longest_target_leaves_room_for_the_names_that_go_with_it() -> None:
    master = Master("a-v1", TARGET, knows_must_exist=False)
    assert len(hold_name("t" * LONGEST_TARGET, this_process().id) + "-ticket") == 255
    held(master, "b").act([])
