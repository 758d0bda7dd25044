"""One process of a load: reads, encodes and sends at the same time.

A thread reads and prepares records; the calling thread encodes them, a batch at a time; threads of the bulk sender
send them. Queues between them are bounded, so that the slowest sets the pace and memory stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Full, Queue
from threading import Event, Thread

from esneg.clusters import Cluster
from esneg.ingest.bulk import BulkOptions, BulkSender, item_of
from esneg.ingest.dead_letters import unwrapped
from esneg.ingest.fields import Fields, Prepared, Unusable
from esneg.ingest.items import Origin, Outcome, Rejection
from esneg.ingest.ledger import Ledger
from esneg.ingest.ranges import RangeSet
from esneg.ingest.readers import Source
from esneg.ingest.vectors import rows, with_vector
from esneg.search.embedder import TextEncoder

CHUNK = 1024
"""Records: the worker processes of a load take turns in each source by this many."""

_QUEUED = 4
"""Batches that are read ahead."""

_GLANCE = 0.2
"""Seconds between two looks at whether the other side has given up."""


@dataclass(frozen=True)
class Job:
    """What is loaded, where to, and how. Travels to worker processes.

    Attributes:
        index: the index or alias.
        sources: the files.
        fields: what of them is used.
        vector_field: where vectors go; None for a load without.
        bulk: how bulk requests are made.
        encode_count: how many passages are encoded at once; sorted by length within, they fill the model better.
        state: the resume file.
        dead_letters: the file of dead letters.
    """

    index: str
    sources: tuple[Source, ...]
    fields: Fields
    vector_field: str | None
    bulk: BulkOptions
    encode_count: int
    state: Path
    dead_letters: Path


@dataclass(frozen=True)
class Share:
    """Which records a process takes: every ``of``-th chunk, beginning with chunk ``worker``."""

    worker: int = 0
    of: int = 1

    def __contains__(self, ordinal: int) -> bool:
        return ordinal // CHUNK % self.of == self.worker


_Batch = list[tuple[Origin, Prepared]]


def run_share(
    cluster: Cluster,
    job: Job,
    done: list[RangeSet],
    ledger: Ledger,
    encoder: TextEncoder | None = None,
    share: Share | None = None,
) -> None:
    """Loads a share of a job; what is done is in the ledger, and saved, however it ends.

    Args:
        cluster: the cluster.
        job: the job.
        done: for each source what an earlier run has done.
        ledger: is told what becomes of each record.
        encoder: makes the vectors; None for a load without.
        share: which records are meant; all of them when absent.

    Raises:
        EsnegError: a source cannot be read, or the cluster takes no more.
    """
    reader = _Reader(job, share or Share(), done, ledger)
    try:
        with reader, BulkSender(cluster, job.index, job.bulk, ledger.record) as sender:
            for batch in reader:
                _encode_and_add(batch, job, encoder, sender, ledger)
            sender.flush()
    finally:
        ledger.save()


def _encode_and_add(
    batch: _Batch, job: Job, encoder: TextEncoder | None, sender: BulkSender, ledger: Ledger
) -> None:
    passages = [prepared.passage for _, prepared in batch]
    vectors = rows(encoder.encode_passages(passages)) if encoder is not None else [()] * len(batch)
    count_cut = getattr(encoder, "count_cut", None)
    if count_cut is not None:
        ledger.tally.cut += count_cut(passages)
    for (origin, prepared), vector in zip(batch, vectors, strict=True):
        source = prepared.source
        try:
            if job.vector_field is not None:
                source = with_vector(source, job.vector_field, vector)
            item = item_of(origin, prepared.id, source)
        except Unusable as error:
            ledger.record([Outcome(origin, rejection=Rejection(str(error)))])
            continue
        sender.add(item)


class _Reader:
    """Reads ahead in a thread; iterating yields the batches, and raises what the reading raised."""

    def __init__(self, job: Job, share: Share, done: list[RangeSet], ledger: Ledger) -> None:
        self._job = job
        self._share = share
        self._done = done
        self._ledger = ledger
        self._queue: Queue[_Batch | BaseException | None] = Queue(_QUEUED)
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="esneg-reader", daemon=True)

    def __enter__(self) -> _Reader:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    def __iter__(self) -> Iterator[_Batch]:
        while (got := self._queue.get()) is not None:
            if isinstance(got, BaseException):
                raise got
            yield got

    def _run(self) -> None:
        end: BaseException | None = None
        try:
            for batch in self._batches():
                if not self._put(batch):
                    return
        except BaseException as error:  # whatever it is, the calling thread raises it
            end = error
        self._put(end)

    def _put(self, value: _Batch | BaseException | None) -> bool:
        while not self._stopping.is_set():
            try:
                self._queue.put(value, timeout=_GLANCE)
            except Full:
                continue
            return True
        return False

    def _batches(self) -> Iterator[_Batch]:
        batch: _Batch = []
        for origin in self._origins():
            try:
                prepared = self._job.fields.prepare(
                    unwrapped(origin.record.document), vector=self._job.vector_field
                )
            except Unusable as error:
                self._ledger.record([Outcome(origin, rejection=Rejection(str(error)))])
                continue
            batch.append((origin, prepared))
            if len(batch) == self._job.encode_count:
                yield batch
                batch = []
        if batch:
            yield batch

    def _origins(self) -> Iterator[Origin]:
        for number, source in enumerate(self._job.sources):

            def wanted(ordinal: int, done: RangeSet = self._done[number]) -> bool:
                if ordinal not in self._share:
                    return False
                already_done = ordinal in done
                self._ledger.seen(already_done=already_done)
                return not already_done

            for record in source.format.read(source.path, wanted):
                yield Origin(number, record)
