"""Bulk requests: several in flight, sent again when the cluster is busy, and an outcome for every document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Event
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.clusters.retry import RETRIED_STATUSES, delay
from esneg.errors import ClusterError, EsnegError, RequestFailed, Unreachable, UsageError
from esneg.ingest.items import Item, Origin, Outcome, Rejection

_FATAL_TYPES = frozenset({"cluster_block_exception", "index_not_found_exception", "index_closed_exception"})
"""Per-item errors that are no fault of the document, and that waiting does not cure."""

_CONTINUE = "when that is settled, continue with --resume"

_TOO_MUCH_AT_ONCE = frozenset({400, 413})
"""Statuses of a whole request that one document, or the sum of them, may be the cause of."""


class LoadStopped(EsnegError):
    """The cluster takes no more documents; what was not taken is still to be loaded."""


@dataclass(frozen=True)
class BulkOptions:
    """How bulk requests are made.

    Attributes:
        bytes: the size at which a request is sent. A document that is larger goes alone.
        count: the number of documents at which it is sent.
        in_flight: how many requests are under way at the same time.
        attempts: how often a document is sent before the load stops, the first time counted; requests in which
            the cluster takes at least one document don't count.
        longest_wait: seconds between two attempts, at most; it begins with a quarter of a second and doubles,
            and each wait is a random part of that.
        timeout: seconds that a request may take.
    """

    bytes: int = 5 << 20
    count: int = 500
    in_flight: int = 2
    attempts: int = 12
    longest_wait: float = 30.0
    timeout: float = 120.0

    def __post_init__(self) -> None:
        for name in ("bytes", "count", "in_flight", "attempts"):
            if getattr(self, name) < 1:
                raise UsageError(f"bulk requests: {name} must be at least 1, not {getattr(self, name)}")


Finished = Callable[[list[Outcome]], None]
"""Told what became of documents, as soon as the cluster has answered."""


def send(
    cluster: Cluster,
    index: str,
    items: Sequence[Item],
    options: BulkOptions,
    finished: Finished,
    stopping: Event | None = None,
) -> None:
    """Sends documents in one bulk request, and again those that the cluster was too busy for.

    A request that is refused as a whole (too large, or one document makes it unreadable) is halved until the
    document that does it is alone. Every document has an id, so one that is sent twice is indexed once.

    Args:
        cluster: the cluster.
        index: the index.
        items: the documents.
        options: attempts and times.
        finished: called after each request with the outcomes it brought.
        stopping: when it is set, no further attempt is made.

    Raises:
        LoadStopped: the cluster cannot be reached, or is too busy, attempt after attempt; or the index is blocked.
        ClusterError: the request is not permitted.
    """
    stopping = stopping or Event()
    pending = list(items)
    attempt = 0
    while pending:
        try:
            answer = _send_once(cluster, index, pending, options)
        except RequestFailed as error:
            if error.status not in _TOO_MUCH_AT_ONCE:
                raise
            if len(pending) == 1:
                finished([Outcome(pending[0].origin, rejection=_of_request(error))])
                return
            middle = len(pending) // 2
            for half in (pending[:middle], pending[middle:]):
                send(cluster, index, half, options, finished, stopping)
            return
        if answer.outcomes:
            finished(answer.outcomes)
        if answer.blocked:
            raise LoadStopped(f"the index takes no documents: {answer.blocked}", remedy=_CONTINUE)
        pending = answer.left
        attempt = 1 if answer.outcomes else attempt + 1
        if pending and (attempt >= options.attempts or stopping.wait(delay(attempt, options.longest_wait))):
            raise LoadStopped(
                f"the cluster did not take {len(pending)} documents in {attempt} attempts: {answer.why}",
                remedy=_CONTINUE,
            )


@dataclass
class _Answer:
    """What a bulk request brought: outcomes, and documents to send again and why."""

    outcomes: list[Outcome] = field(default_factory=list)
    left: list[Item] = field(default_factory=list)
    why: str = ""
    blocked: str = ""


def _send_once(cluster: Cluster, index: str, items: list[Item], options: BulkOptions) -> _Answer:
    try:
        answer = cluster.request(
            "POST",
            f"/{index_path(index)}/_bulk",
            params={"filter_path": ["items.*.status", "items.*.result", "items.*.error"]},
            body=[line for item in items for line in (item.action, item.document)],
            timeout=options.timeout,
        )
    except Unreachable as error:
        return _Answer(left=items, why=error.message)
    except RequestFailed as error:
        if error.status not in RETRIED_STATUSES:
            raise
        return _Answer(left=items, why=error.message)
    return _read_answer(answer, items)


def _read_answer(answer: Any, items: list[Item]) -> _Answer:
    results = answer.get("items") if isinstance(answer, Mapping) else None
    if not isinstance(results, list) or len(results) != len(items):
        raise ClusterError(
            f"the cluster answered a bulk request of {len(items)} documents with something else"
        )
    read = _Answer()
    for item, result in zip(items, results, strict=True):
        (told,) = result.values()
        if not told.get("error"):
            read.outcomes.append(Outcome(item.origin, result=told.get("result", "created")))
            continue
        rejection = _of_item(told["status"], told["error"])
        if rejection.type in _FATAL_TYPES:
            read.blocked = rejection.reason
        elif told["status"] in RETRIED_STATUSES:
            read.left.append(item)
            read.why = f"{told['status']} {rejection.reason}"
        else:
            read.outcomes.append(Outcome(item.origin, rejection=rejection))
    return read


def _of_item(status: int, error: Any) -> Rejection:
    from esneg.clusters.failures import read_error

    cause = read_error({"error": error})
    return Rejection(": ".join((*cause.context, cause.reason)), status, cause.type)


def _of_request(error: RequestFailed) -> Rejection:
    return Rejection(error.reason or error.message, error.status, error.type)


@dataclass
class _Batch:
    items: list[Item] = field(default_factory=list)
    size: int = 0

    def fits(self, item: Item, options: BulkOptions) -> bool:
        return len(self.items) < options.count and self.size + item.size <= options.bytes


class BulkSender:
    """Collects documents into bulk requests and sends them from threads of its own.

    ``finished`` is called with the outcomes of each request, from one thread at a time or another. Use it as a
    context manager: the end of the block waits for what is in flight, whether it ended well or not.
    """

    def __init__(self, cluster: Cluster, index: str, options: BulkOptions, finished: Finished) -> None:
        self._cluster = cluster
        self._index = index
        self._options = options
        self._finished = finished
        self._batch = _Batch()
        self._slots = BoundedSemaphore(options.in_flight)
        self._pool = ThreadPoolExecutor(options.in_flight, thread_name_prefix="esneg-bulk")
        self._stopping = Event()
        self._failure: BaseException | None = None

    def __enter__(self) -> BulkSender:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._stopping.set()
        self._pool.shutdown(wait=True)

    def add(self, item: Item) -> None:
        """Takes a document; waits while as many requests are in flight as may be.

        Raises:
            EsnegError: an earlier request failed for good.
        """
        if self._batch.items and not self._batch.fits(item, self._options):
            self._dispatch()
        self._batch.items.append(item)
        self._batch.size += item.size

    def flush(self) -> None:
        """Sends what has been collected, and waits until nothing is in flight.

        Raises:
            EsnegError: a request failed for good.
        """
        if self._batch.items:
            self._dispatch()
        self._pool.shutdown(wait=True)
        self._raise_failure()

    def _dispatch(self) -> None:
        batch, self._batch = self._batch, _Batch()
        self._slots.acquire()
        self._raise_failure()
        self._pool.submit(self._send, batch.items).add_done_callback(self._landed)

    def _send(self, items: list[Item]) -> None:
        send(self._cluster, self._index, items, self._options, self._finished, self._stopping)

    def _landed(self, future: Future[None]) -> None:
        # The failure stands before the slot is free: whoever gets the slot sees it.
        failure = future.exception()
        if failure is not None:
            self._failure = self._failure or failure
            self._stopping.set()
        self._slots.release()

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure


def item_of(origin: Origin, identifier: str, source: str) -> Item:
    """The two lines of a bulk request that index a document.

    Raises:
        esneg.ingest.fields.Unusable: an id that is no text.
    """
    from esneg.ingest.fields import to_json

    action = to_json({"index": {"_id": identifier}})
    return Item(origin, action, source, len(action.encode()) + len(source.encode()) + 2)
