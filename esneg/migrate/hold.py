"""The hold on a migration: an alias of its target that carries the holder's id. Nobody acts on a target without it.

The cluster's master carries out changes of aliases one after the other, each as a whole or not at all. So of all who
ask to "take away the old holder's alias, which must be there, and give me mine" exactly one gets it; and a switch
that says "my alias must be there" does not happen once another has taken over, however late it arrives. The holder
writes its journal, documents and settings by way of its alias: they too find no index any more.

Elasticsearch 7.10 does not know ``must_exist``. There a small index, the ticket, takes its place: one request both
deletes it, which fails where there is none, and moves the aliases; whoever takes over deletes the old holder's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound, RequestFailed
from esneg.migrate.aliases import HELD_BY, added, change, removed
from esneg.migrate.subject import uuid_of

_TICKET = "-ticket"
_LONGEST_NAME = 255
"""Bytes in the name of an index or alias (both engines)."""

LONGEST_TARGET = _LONGEST_NAME - len(f"{HELD_BY}{'0' * 32}{_TICKET}")

Holders = Mapping[str, str]
"""The ids of those who hold a migration, and the index on which their alias is: more than one only for a moment."""

_HIDDEN = {"is_hidden": True}


def hold_name(target: str, holder: str) -> str:
    """The alias by which somebody holds a target."""
    return f"{target}{HELD_BY}{holder}"


def holders_of(cluster: Cluster, target: str) -> dict[str, str]:
    """Who holds the migration into a target."""
    pattern = hold_name(target, "*")
    with suppress(NotFound):
        answer = cluster.request("GET", f"/_alias/{index_path(pattern)}", params={"expand_wildcards": "all"})
        start = len(hold_name(target, ""))
        return {name[start:]: index for index, found in answer.items() for name in found["aliases"]}
    return {}


def release_all(cluster: Cluster, target: str) -> None:
    """Takes away what a run has left that was broken off while it let go."""
    for holder in holders_of(cluster, target):
        Hold(cluster, target, holder).release()


class Hold:
    """One holder's hold on a target, whether it has it or not.

    Attributes:
        target: the target.
        holder: the holder's id.
        bare: the target is behind a data stream and can have no alias: only the journal says who holds it.
    """

    def __init__(self, cluster: Cluster, target: str, holder: str, *, bare: bool = False) -> None:
        self._cluster = cluster
        self.target = target
        self.holder = holder
        self.bare = bare
        self._must_exist = True  # Until the engine says that it does not know it.

    @property
    def name(self) -> str:
        """The alias."""
        return hold_name(self.target, self.holder)

    @property
    def path(self) -> str:
        """The name by which the holder reaches the target: nobody else does."""
        return self.target if self.bare else self.name

    def is_mine(self) -> bool:
        """Whether nobody has taken it over."""
        return self.bare or self.holder in holders_of(self._cluster, self.target)

    def check(self) -> None:
        """Raises `NotFound` when it is not this holder's (any more)."""
        if not self.is_mine():
            raise self._gone()

    def take(self, silent: Holders, *, named: Callable[[], str | None], wait: float, poll: float) -> bool:
        """Takes hold; of several who try at the same time one succeeds. Can be repeated.

        Args:
            silent: holders that are gone, to be replaced; nobody else may hold it.
            named: the id of the holder that the journal names.
            wait: seconds to wait for another one who came at the same time.
            poll: seconds between two looks.

        Returns:
            Whether it is this holder's now.
        """
        if silent and self._must_exist:
            with suppress(_Unknown):
                return self._replace(silent)
        return self._stand_in_line(silent, named, time.monotonic() + wait, poll)

    def act(self, actions: list[dict[str, Any]]) -> None:
        """Carries out alias actions in one step, and only while the hold is this holder's.

        Raises:
            NotFound: it was taken over; nothing was changed.
        """
        if self.bare:
            change(self._cluster, actions)
            return
        if self._must_exist:
            with suppress(_Unknown):
                self._change([*self._away({self.holder: self.target}), *self._mine(self.target), *actions])
                return
        self._act_by_ticket(actions)

    def delete_target(self, source: str | None) -> None:
        """Deletes the target, only while the hold is this holder's. Can be repeated.

        Args:
            source: an index that takes the alias meanwhile: no request both deletes an index and asks for its alias.
                Without one (behind a data stream no index has aliases) the hold is looked at just before.
        """
        if uuid_of(self._cluster, self.target) is None:
            return
        if source is None:
            self.check()
            self._cluster.delete_index(self.target, missing_ok=True)
            return
        if self._must_exist:
            with suppress(_Unknown):
                there = holders_of(self._cluster, self.target).get(self.holder)
                if there is None:
                    raise self._gone()
                if there != source:
                    self._change([*self._away({self.holder: there}), *self._mine(source)])
                away = self._away({self.holder: source})
                self._change([*away, {"remove_index": {"index": self.target}}])
                return
        self._act_by_ticket([{"remove_index": {"index": self.target}}])

    def step_aside(self) -> None:
        """Gives the alias up for a request that takes a target without any: as long as nobody else has taken it."""
        there = holders_of(self._cluster, self.target)
        if self.holder in there:
            self._change(self._away({self.holder: there[self.holder]}))
        elif there:
            raise self._gone()

    def release(self) -> None:
        """Lets go; no error when there is nothing to let go of."""
        if self.bare:
            return
        there = holders_of(self._cluster, self.target)
        if self.holder in there:
            with suppress(NotFound):
                change(self._cluster, removed(there[self.holder], [self.name]))

    def _replace(self, old: Holders) -> bool:
        try:
            self._change([*self._away(old), *self._mine(self.target)])
        except NotFound:
            # Another one was quicker; or this one was, and the answer got lost.
            there = holders_of(self._cluster, self.target)
            return self.holder in there and not (old.keys() - {self.holder}) & there.keys()
        return True

    def _stand_in_line(
        self, silent: Holders, named: Callable[[], str | None], until: float, poll: float
    ) -> bool:
        """Takes a hold that nobody has, or (without ``must_exist``) one of somebody who is gone.

        Everybody puts the own alias there and looks. Who sees no other has it. Who comes later sees at least one, and
        withdraws before one with a smaller id, or one that has got it; so at most one is left, and one is.
        """
        change(self._cluster, self._mine(self.target))
        while True:
            there = holders_of(self._cluster, self.target)
            if self.holder not in there:
                return False
            others = there.keys() - silent.keys() - {self.holder}
            if not others or time.monotonic() >= until:
                if self._alone({name: there[name] for name in there.keys() - {self.holder}}):
                    return True
            elif min(others) < self.holder or named() in others:
                self.release()
                return False
            time.sleep(poll)

    def _alone(self, others: Holders) -> bool:
        """Takes the others' aliases away; returns whether they were still those."""
        if others and self._must_exist:
            with suppress(_Unknown):
                return self._replace({**others, self.holder: self.target})
        change(self._cluster, self._away(others))
        for each in others:
            self._cluster.delete_index(_ticket(hold_name(self.target, each)), missing_ok=True)
        return True

    def _act_by_ticket(self, actions: list[dict[str, Any]]) -> None:
        ticket = _ticket(self.name)
        settings = {"number_of_shards": 1, "number_of_replicas": 0, "hidden": True}
        try:
            self._cluster.create_index(ticket, {"settings": {"index": settings}})
        except RequestFailed as error:
            if error.type != "resource_already_exists_exception":
                raise
        try:
            # Whoever takes over takes the alias away first and the ticket then: one of both is seen to be gone.
            self.check()
            change(self._cluster, [{"remove_index": {"index": ticket}}, *actions])
        finally:
            self._cluster.delete_index(ticket, missing_ok=True)

    def _gone(self) -> NotFound:
        return NotFound(f"{self.name} is gone", status=404)

    def _mine(self, index: str) -> list[dict[str, Any]]:
        return added(index, {self.name: _HIDDEN})

    def _away(self, holders: Holders) -> list[dict[str, Any]]:
        conditions = {"must_exist": True} if self._must_exist else {}
        return [
            action
            for holder, index in holders.items()
            for action in removed(index, [hold_name(self.target, holder)], **conditions)
        ]

    def _change(self, actions: list[dict[str, Any]]) -> None:
        try:
            change(self._cluster, actions)
        except RequestFailed as error:
            if self._must_exist and "must_exist" in error.reason:
                self._must_exist = False
                raise _Unknown from error
            if "required alias" in error.reason:
                # Gone between the request's arrival and its turn: the engines have another error for that.
                raise NotFound(error.message, status=404, reason=error.reason) from error
            raise


class _Unknown(Exception):
    """The engine does not know ``must_exist``."""


def _ticket(name: str) -> str:
    return f"{name}{_TICKET}"
