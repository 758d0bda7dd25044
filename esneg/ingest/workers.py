"""A load over several processes: each takes turns through the sources, all share one resume file."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnProcess
from queue import Empty
from typing import Any

from esneg.clusters import ConnectionOptions, connect
from esneg.errors import EsnegError
from esneg.ingest.bulk import LoadStopped
from esneg.ingest.dead_letters import DeadLetters
from esneg.ingest.ledger import Ledger
from esneg.ingest.pipeline import Job, Share, run_share
from esneg.ingest.resume import ResumeFile
from esneg.ingest.tally import Tally
from esneg.search.embedder import TextEncoder

OpenEncoder = Callable[[], TextEncoder]
"""Loads the encoder. For several processes it must be picklable, like ``functools.partial(Encoder.load, ...)``."""

_GLANCE = 0.5
"""Seconds between two looks at whether all processes are alive."""

_PATIENCE = 30.0
"""Seconds that processes get to put their work down after Ctrl-C."""


@dataclass(frozen=True)
class _News:
    """What a worker reports: its counts so far, or (``ended``) that it is through and why it gave up, if it did."""

    worker: int
    tally: Tally
    ended: bool = False
    error: str = ""
    remedy: str = ""


def run_alone(
    open_cluster: Callable[[], Any],
    job: Job,
    encoder: TextEncoder | None,
    progress: Callable[[Tally], None],
    share: Share | None = None,
) -> Tally:
    """Runs a job, or a share of it, in this process.

    Raises:
        EsnegError: the load had to stop.
    """
    resume = ResumeFile(job.state)
    state = resume.read()
    if state is None:
        raise EsnegError(f"the resume file {job.state} is gone")
    letters = DeadLetters(job.dead_letters, job.sources, resume.lock)
    ledger = Ledger(resume, letters, len(job.sources), progress)
    with open_cluster() as cluster:
        run_share(cluster, job, state.done, ledger, encoder, share)
    return ledger.tally


def run_workers(
    options: ConnectionOptions,
    job: Job,
    count: int,
    open_encoder: OpenEncoder | None,
    progress: Callable[[Tally], None],
) -> Tally:
    """Runs a job in processes of its own.

    When one of them dies, the others finish their shares.

    Args:
        options: how each connects.
        job: the job.
        count: of processes.
        open_encoder: loads the encoder in each.
        progress: told the sum of their counts.

    Raises:
        LoadStopped: a process had to stop, or died.
    """
    context = get_context("spawn")  # a forked torch hangs
    queue = context.Queue()
    processes = [
        context.Process(
            target=_work,
            args=(options, job, Share(number, count), open_encoder, queue),
            name=f"esneg-load-{number}",
        )
        for number in range(count)
    ]
    for process in processes:
        process.start()
    latest: dict[int, _News] = {}
    try:
        for news in _all_news(queue, processes, latest):
            latest[news.worker] = news
            progress(sum((each.tally for each in latest.values()), Tally()))
    finally:
        _put_down(processes)
    _raise_failures(processes, latest)
    return sum((each.tally for each in latest.values()), Tally())


def _all_news(queue: Any, processes: list[SpawnProcess], latest: dict[int, _News]) -> Iterator[_News]:
    """What the workers report, until each has ended in one way or the other."""
    while True:
        try:
            yield queue.get(timeout=_GLANCE)
        except Empty:
            if all(not process.is_alive() for process in processes):
                return
        if all(number in latest and latest[number].ended for number in range(len(processes))):
            return


def _put_down(processes: list[SpawnProcess]) -> None:
    """Waits for the processes; Ctrl-C has reached them too. Ends those that don't."""
    for process in processes:
        process.join(_PATIENCE)
        if process.is_alive():
            process.terminate()
            process.join()


def _raise_failures(processes: list[SpawnProcess], latest: dict[int, _News]) -> None:
    for number, process in enumerate(processes):
        news = latest.get(number)
        if news is not None and news.error:
            raise LoadStopped(news.error, remedy=news.remedy)
        if news is None or not news.ended:
            raise LoadStopped(
                f"worker process {number} died (exit status {process.exitcode}); the others have ended their shares",
                remedy="continue with --resume; fewer --workers need less memory",
            )


def _work(
    options: ConnectionOptions, job: Job, share: Share, open_encoder: OpenEncoder | None, queue: Any
) -> None:
    _leave_with_parent()
    counted = Tally()

    def report(tally: Tally) -> None:
        nonlocal counted
        counted = tally
        queue.put(_News(share.worker, tally))

    error, remedy = "", ""
    try:
        encoder = open_encoder() if open_encoder is not None else None
        counted = run_alone(lambda: connect(options), job, encoder, report, share)
    except EsnegError as failure:
        error, remedy = failure.message, failure.remedy
    except KeyboardInterrupt:
        error, remedy = "interrupted", "continue with --resume"
    queue.put(_News(share.worker, counted, ended=True, error=error, remedy=remedy))


def _leave_with_parent() -> None:
    """Ends this process when the one that started it is gone, killed perhaps: nobody would read its reports."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, name="esneg-parent", daemon=True).start()
