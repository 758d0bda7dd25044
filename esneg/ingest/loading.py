"""A load from beginning to end: checks first, then sends, then counts."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.clusters.client import ClientCluster
from esneg.errors import EsnegError, UsageError
from esneg.ingest import dead_letters
from esneg.ingest.continuing import only_one, refuse_another_index, refuse_another_plan, state_to_continue
from esneg.ingest.fields import Fields
from esneg.ingest.options import LoadOptions, Progress, silent
from esneg.ingest.pipeline import Job
from esneg.ingest.readers import Source, find_sources
from esneg.ingest.report import LoadReport
from esneg.ingest.resume import LoadState, ResumeFile, SourceState
from esneg.ingest.survey import survey
from esneg.ingest.tally import Tally
from esneg.ingest.target import (
    Target,
    check_target,
    create_target,
    find_target,
    refuse_without_vectors,
    write_embedder,
)
from esneg.ingest.workers import OpenEncoder, run_alone, run_workers
from esneg.search.embedder import TextEncoder, stored_embedder


def load(
    cluster: Cluster,
    index: str,
    paths: Sequence[str | Path],
    *,
    fields: Fields | None = None,
    open_encoder: OpenEncoder | None = None,
    options: LoadOptions | None = None,
    input_format: str | None = None,
    progress: Callable[[Progress], None] = silent,
) -> LoadReport:
    """Loads files into an index, with a vector for each document. Nothing is lost.

    When this returns, every record is in the index, or in the file of dead letters with the reason. When it
    raises, the resume file knows which are.

    Args:
        cluster: the cluster.
        index: the name of an index or alias; created as esneg's templates have it when there is none.
        paths: files and folders: JSON lines, CSV, Parquet, `datasets` folders.
        fields: which fields are used; when absent, the vector is made of ``text``, and every field is kept.
        open_encoder: loads what makes the vectors, such as `Encoder.load`; None for a load without vectors.
        options: see `LoadOptions`.
        input_format: the format of files whose names don't tell (`esneg.ingest.readers.FORMATS`).
        progress: told how far the load is.

    Raises:
        UsageError: a file, field or option that cannot be used, or an index that does not fit the encoder.
        LoadStopped: the cluster takes no more.
        ClusterError: the cluster refuses something.
    """
    fields, options = fields or Fields(), options or LoadOptions()
    sources = find_sources(paths, input_format)
    resume = ResumeFile((options.state or Path(f"esneg-{_file_name(index)}.load.json")).absolute())
    with only_one(resume.path):
        ready = _prepare(cluster, index, sources, fields, open_encoder, options, resume, progress)
        begin = time.monotonic()
        tally = _run(cluster, ready, options, open_encoder, progress)
        seconds = time.monotonic() - begin
        final = _checked(resume, tally)
        return LoadReport(
            index=index,
            index_created=ready.created,
            records=final.records,
            tally=tally,
            dead=final.rejected,
            dead_letters=final.dead_letters if final.rejected else None,
            holds=_count(cluster, index),
            seconds=seconds,
            embedder=ready.embedder,
            max_tokens=ready.max_tokens,
            notices=ready.notices,
        )


@dataclass(frozen=True)
class _Ready:
    """A load whose every check is passed."""

    job: Job
    state: LoadState
    encoder: TextEncoder | None
    created: bool
    embedder: Mapping[str, Any] | None
    max_tokens: int | None
    notices: tuple[str, ...]


def _prepare(
    cluster: Cluster,
    index: str,
    sources: list[Source],
    fields: Fields,
    open_encoder: OpenEncoder | None,
    options: LoadOptions,
    resume: ResumeFile,
    progress: Callable[[Progress], None],
) -> _Ready:
    """Checks everything, in the order of what it costs; then creates the index and the resume file."""
    earlier = state_to_continue(resume, options)
    target = find_target(cluster, index)
    if earlier is not None:
        refuse_another_index(earlier, index, target)
    if open_encoder is not None:
        refuse_without_vectors(cluster)
    encoder = open_encoder() if open_encoder is not None else None
    if target is not None and encoder is not None:
        check_target(target, options.vector_field, encoder, force=options.force)
    plan = _plan(fields, options, encoder)
    if earlier is not None:
        refuse_another_plan(earlier, plan, sources)
        state = earlier
    else:
        letters = _dead_letters(index, options, resume.path, sources)
        counts = survey(
            sources,
            fields,
            embeds=encoder is not None,
            progress=lambda done: progress(Progress("checking", done, None)),
        )
        states = [SourceState.of(source, count) for source, count in zip(sources, counts, strict=True)]
        state = LoadState(index, "", plan, str(letters), states)
    notices = _notices(target, encoder, options, earlier)
    made = target or _create(cluster, index, fields, options, encoder)
    if encoder is not None and stored_embedder(made.mapping) != encoder.meta():
        write_embedder(cluster, made, encoder)
    state.index_uuid = made.uuid
    dead_letters.repair(Path(state.dead_letters))
    resume.write(state)
    return _Ready(
        job=Job(
            index=index,
            sources=tuple(sources),
            fields=fields,
            vector_field=options.vector_field if encoder is not None else None,
            bulk=options.bulk,
            encode_count=options.encode_count,
            state=resume.path,
            dead_letters=Path(state.dead_letters),
        ),
        state=state,
        # Worker processes load their own: this one need not stay in memory beside theirs.
        encoder=encoder if options.workers == 1 else None,
        created=target is None,
        embedder=encoder.meta() if encoder is not None else None,
        max_tokens=getattr(encoder, "max_tokens", None),
        notices=notices,
    )


def _create(
    cluster: Cluster, index: str, fields: Fields, options: LoadOptions, encoder: TextEncoder | None
) -> Target:
    return create_target(
        cluster,
        index,
        text=fields.text,
        language=options.language,
        vector_field=options.vector_field,
        encoder=encoder,
    )


def _plan(fields: Fields, options: LoadOptions, encoder: TextEncoder | None) -> dict[str, Any]:
    """What decides the documents and their vectors, as JSON has it."""
    plan = {
        "fields": asdict(fields),
        "vector_field": options.vector_field if encoder is not None else None,
        "embedder": encoder.meta() if encoder is not None else None,
    }
    found: dict[str, Any] = json.loads(json.dumps(plan))
    return found


def _notices(
    target: Target | None, encoder: TextEncoder | None, options: LoadOptions, earlier: LoadState | None
) -> tuple[str, ...]:
    found = []
    if options.resume and earlier is None:
        found.append("there was no interrupted load to resume: this one began at the beginning")
    if (
        target is not None
        and encoder is not None
        and earlier is None
        and stored_embedder(target.mapping) is None
    ):
        found.append(
            f"{target.name} did not say which model its vectors come from; if it had any, they may not be comparable"
        )
    return tuple(found)


def _run(
    cluster: Cluster,
    ready: _Ready,
    options: LoadOptions,
    open_encoder: OpenEncoder | None,
    progress: Callable[[Progress], None],
) -> Tally:
    total, before = ready.state.records, ready.state.done_count

    def report(tally: Tally) -> None:
        progress(Progress("loading", before + tally.indexed + tally.rejected, total))

    report(Tally())
    if options.workers == 1:
        return run_alone(lambda: nullcontext(cluster), ready.job, ready.encoder, report)
    if not isinstance(cluster, ClientCluster):
        raise UsageError("worker processes connect by themselves: this cluster does not say how")
    return run_workers(cluster.options, ready.job, options.workers, open_encoder, report)


def _checked(resume: ResumeFile, tally: Tally) -> LoadState:
    """The final state, when every record is accounted for.

    Raises:
        EsnegError: one is not.
    """
    state = resume.read()
    if state is None or not state.finished or not tally.adds_up or tally.seen != state.records:
        raise EsnegError(
            f"the load does not add up: {tally.seen} documents read, {tally.indexed} indexed, {tally.rejected} "
            f"rejected, {tally.already_done} done before; the resume file {resume.path} has "
            f"{state.done_count if state else 'no'} done",
            remedy="were files changed while they were loaded? If not, this is a fault of esneg: please report it",
        )
    Path(resume.lock.lock_file).unlink(missing_ok=True)
    return state


def _count(cluster: Cluster, index: str) -> int:
    """Documents that a search on the index can find now."""
    cluster.request("POST", f"/{index_path(index)}/_refresh")
    return int(cluster.request("GET", f"/{index_path(index)}/_count")["count"])


def _dead_letters(index: str, options: LoadOptions, state: Path, sources: Sequence[Source]) -> Path:
    """Where dead letters go: the file that was named, or a new one, so that no load mixes with an earlier one."""
    if options.dead_letters is not None:
        path = options.dead_letters.absolute()
        dead_letters.refuse_as_source(path, sources)
        return path
    number = 1
    while True:
        suffix = "" if number == 1 else f"-{number}"
        path = state.with_name(f"esneg-{_file_name(index)}.dead{suffix}.jsonl")
        if not path.exists():
            return path
        number += 1


def _file_name(index: str) -> str:
    return re.sub(r"[^\w.-]", "_", index)
