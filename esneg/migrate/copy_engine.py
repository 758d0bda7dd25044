"""Copies inside the engine: ``_reindex`` as a task that goes on without us, and that is found again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.retry import RETRIED_STATUSES
from esneg.errors import NotFound, RequestFailed
from esneg.migrate.errors import GO_ON, MigrationInterrupted
from esneg.migrate.rate import Meter
from esneg.migrate.session import Session

_REINDEX = "indices:data/write/reindex"

_LONGEST_PAUSE = 30.0
"""Seconds between the last two of the engine's eleven attempts (its exponential back-off from 500 ms)."""


@dataclass(frozen=True)
class TaskState:
    """A look at a task.

    Attributes:
        completed: it has ended.
        done: documents that it has dealt with.
        total: documents that it will deal with, as far as known.
        refused: how many documents the target refused, of those that it had come to.
        passing: a failure that is no document's fault (a shard that was not there); "" without one.
    """

    completed: bool
    done: int
    total: int
    refused: int = 0
    passing: str = ""


def reindex(session: Session, *, page: int, total: int) -> bool:
    """Copies all documents of the source; goes on with a task that is under way.

    The engine stops at the first batch with a document that the target refuses.

    Args:
        page: documents to read at a time.
        total: documents to expect, for the progress.

    Returns:
        Whether the target took every document.

    Raises:
        MigrationInterrupted: the engine's copy fails again and again for reasons that are no document's.
    """
    meter = Meter(session.voice, "copying in the engine", total)
    failing_since: float | None = None
    while True:
        task = session.patiently("starting the copy", lambda: _task(session, page))
        if task != session.journal.task:
            session.save(task=task)
        state = _follow(session, task, meter)
        session.save(task=None)
        if state is None:
            session.voice.note(f"the engine's task {task} is gone; starting it again: what is copied stays")
            continue
        if not state.passing:
            return not state.refused
        now = time.monotonic()
        failing_since = failing_since or now
        if now - failing_since > session.options.timing.patience:
            raise MigrationInterrupted(
                f"copying {session.journal.source} in the engine: {state.passing}", remedy=GO_ON
            )
        session.voice.note(f"the engine's copy stopped: {state.passing}; starting it again")
        time.sleep(session.options.timing.poll)


def cancel(session: Session) -> None:
    """Ends every task that copies into the target, and waits until it has ended.

    A task that the target refuses (a full disk) ends only when its pause between two attempts is over: that is up to
    half a minute, longer than a request may take, so the wait is not left to the engine. All of its pauses
    add up to a minute; Elasticsearch 7.10 was once seen, under load, to be at it for longer than that.

    Raises:
        MigrationInterrupted: it does not end.
    """
    cluster, target, timing = session.cluster, session.journal.target, session.options.timing
    until = time.monotonic() + max(timing.patience, 4 * _LONGEST_PAUSE)
    asked: set[str] = set()
    while running := _running(cluster, target):
        for task in set(running) - asked:
            with suppress(NotFound):
                cluster.request("POST", f"/_tasks/{task}/_cancel")
        asked.update(running)
        if time.monotonic() > until:
            raise MigrationInterrupted(
                f"the engine's copy into {target} was cancelled and does not end (task {running[0]})",
                remedy=GO_ON,
            )
        time.sleep(timing.poll)


def _follow(session: Session, task: str, meter: Meter) -> TaskState | None:
    while True:
        state = session.patiently("asking for the task", lambda: look(session.cluster, task))
        if state is None or state.completed:
            return state
        meter.tell(state.done)
        session.beat()
        time.sleep(session.options.timing.poll)


def look(cluster: Cluster, task: str) -> TaskState | None:
    """What a task is doing; None when the cluster knows nothing of it (any more)."""
    try:
        answer = cluster.request("GET", f"/_tasks/{task}")
    except NotFound:
        return None
    status = answer["task"].get("status", {})
    if not answer["completed"]:
        children = list(_children(cluster, task)) if "slices" in status else []
        finished = [each for each in status.get("slices", []) if each and "total" in each]
        parts = [*children, *finished] if children or finished else [status]
        return TaskState(False, sum(map(_done, parts)), sum(each.get("total", 0) for each in parts))
    if "error" in answer:
        return TaskState(True, 0, 0, passing=str(answer["error"].get("reason", answer["error"])))
    response = answer["response"]
    passing = [why for each in response["failures"] if (why := _passing(each))]
    if response.get("canceled"):
        passing.append(f"it was cancelled: {response['canceled']}")
    if response.get("timed_out"):
        passing.append("it timed out")
    return TaskState(
        True,
        _done(response),
        response.get("total", 0),
        refused=len(response["failures"]),
        passing=passing[0] if passing else "",
    )


def _passing(failure: Mapping[str, Any]) -> str:
    """Why a failure is none of a document; "" when it is one."""
    cause = failure.get("cause") or failure.get("reason") or {}
    reason = str(cause.get("reason", cause)) if isinstance(cause, Mapping) else str(cause)
    blocked = isinstance(cause, Mapping) and cause.get("type") == "cluster_block_exception"
    if "id" not in failure or failure.get("status") in RETRIED_STATUSES or blocked:
        return reason or "a part of the cluster did not answer"
    return ""


def _done(status: Mapping[str, Any]) -> int:
    return sum(int(status.get(name, 0)) for name in ("created", "updated", "version_conflicts", "noops"))


def _children(cluster: Cluster, task: str) -> Iterator[Mapping[str, Any]]:
    answer = cluster.request("GET", "/_tasks", params={"parent_task_id": task, "detailed": True})
    for node in answer.get("nodes", {}).values():
        for child in node["tasks"].values():
            if child["action"] == _REINDEX:
                yield child.get("status", {})


def _task(session: Session, page: int) -> str:
    """The task to follow: the journal's, or one that copies into the target, or a new one."""
    journal, cluster = session.journal, session.cluster
    if journal.task and look(cluster, journal.task) is not None:
        return journal.task
    running = _running(cluster, journal.target)
    return running[0] if running else _start(session, page)


def _running(cluster: Cluster, target: str) -> list[str]:
    answer = cluster.request("GET", "/_tasks", params={"actions": _REINDEX, "detailed": True})
    return [
        name
        for node in answer.get("nodes", {}).values()
        for name, task in node["tasks"].items()
        if "parent_task_id" not in task and f"to [{target}]" in task.get("description", "")
    ]


def _start(session: Session, page: int) -> str:
    options, journal = session.options, session.journal
    answer = session.cluster.request(
        "POST",
        "/_reindex",
        params={
            "wait_for_completion": False,
            "slices": options.slices or "auto",
            "requests_per_second": options.requests_per_second or -1,
        },
        body={
            # A document that is there already in this version is a conflict, and no fault.
            "conflicts": "proceed",
            "source": {"index": journal.source, "size": page},
            "dest": {"index": journal.target, "version_type": "external"},
        },
    )
    if "task" not in answer:
        raise RequestFailed(f"_reindex gave no task: {answer}", status=500)
    return str(answer["task"])
