"""Whether a load begins anew or continues an earlier one, and whether it may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from esneg.errors import UsageError
from esneg.ingest.options import LoadOptions
from esneg.ingest.readers import Source
from esneg.ingest.resume import LoadState, ResumeFile, SourceState
from esneg.ingest.target import Target

_ANEW = "load anew with --restart: documents with the same ids are replaced, not doubled"


@contextmanager
def only_one(state: Path) -> Iterator[None]:
    """Holds a resume file for one load; a load that was killed holds nothing any more.

    Raises:
        UsageError: another load holds it.
    """
    lock = FileLock(state.with_name(f".{state.name}.running"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise UsageError(
            f"another load is running with the resume file {state}",
            remedy="wait for it, or give this one a resume file of its own: --state",
        ) from None
    except OSError as error:
        raise UsageError(
            f"the folder of the resume file {state} cannot be written to: {error.strerror}",
            remedy="give --state a file in a folder that you may write to",
        ) from None
    try:
        yield
    finally:
        lock.release()


def state_to_continue(resume: ResumeFile, options: LoadOptions) -> LoadState | None:
    """The load to continue; None when a new one begins.

    Raises:
        UsageError: an unfinished load stands in the file, and nothing is said about it.
    """
    if options.restart:
        return None
    state = resume.read()
    if state is None or options.resume:
        return state
    if not state.finished:
        raise UsageError(
            f"an unfinished load into {state.index} stands in {resume.path}: "
            f"{state.done_count} of {state.records} documents are done",
            remedy="continue it with --resume, or begin anew with --restart",
        )
    return None


def refuse_another_index(state: LoadState, index: str, target: Target | None) -> None:
    """Sees that what was done was done to this index.

    Raises:
        UsageError: it was another one, or the index was deleted since.
    """
    if state.index != index:
        raise UsageError(
            f"the load to resume goes into {state.index}, not {index}",
            remedy="give --state the resume file of the load to continue",
        )
    if target is None or target.uuid != state.index_uuid:
        what = "is gone" if target is None else "was made anew"
        raise UsageError(f"{index} {what} since the load was interrupted", remedy=_ANEW)


def refuse_another_plan(state: LoadState, plan: Mapping[str, Any], sources: Sequence[Source]) -> None:
    """Sees that the same documents would be made of the same files.

    Raises:
        UsageError: a file has changed or is another one, or fields or the model are others.
    """
    paths = [str(source.path.resolve()) for source in sources]
    if paths != [each.path for each in state.sources]:
        raise UsageError(
            f"the load to resume is of other files: {' '.join(each.path for each in state.sources)}",
            remedy="name the same files in the same order",
        )
    for source, known in zip(sources, state.sources, strict=True):
        if SourceState.of(source, known.records) != known:
            raise UsageError(f"{source.path} has changed since the load was interrupted", remedy=_ANEW)
    others = [name for name in plan if plan[name] != state.plan.get(name)]
    if others:
        told = "; ".join(f"{name} was {state.plan.get(name)!r}, is {plan[name]!r}" for name in others)
        raise UsageError(
            f"the load to resume was begun differently: {told}",
            remedy="give the same options; or, to begin with these, --restart",
        )
