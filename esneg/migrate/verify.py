"""Compares the target with the source before anything is switched."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from esneg.audit import AuditReport, audit
from esneg.clusters import Cluster
from esneg.migrate import documents
from esneg.migrate.documents import NOTHING, Document
from esneg.migrate.errors import VerificationFailed
from esneg.migrate.session import Session

_SHOWN = 20
"""Different documents to name; one is too many already."""

_BATCH = 200

_UNAUDITED_SECONDS = 30.0


def verify(session: Session) -> int:
    """Counts, compares documents byte for byte, and audits the target.

    Returns:
        The number of documents compared.

    Raises:
        VerificationFailed: something differs.
    """
    cluster, journal = session.cluster, session.journal
    for index in (journal.source, journal.target):
        session.patiently(f"refreshing {index}", partial(documents.refresh, cluster, index))
    here = session.patiently(f"counting {journal.source}", partial(documents.count, cluster, journal.source))
    there = session.patiently(f"counting {journal.target}", partial(documents.count, cluster, journal.target))
    if here != there:
        raise VerificationFailed(
            f"{journal.source} has {here:,} documents and {journal.target} {there:,}; nothing was switched",
            remedy="run the same command again: it copies what is missing; or undo with --rollback",
        )
    compared, different = 0, []
    for wanted in _to_compare(session):
        different += session.patiently(
            "comparing", partial(_differences, cluster, journal.source, journal.target, wanted)
        )
        compared += len(wanted)
        session.voice.progress("comparing", compared, session.options.sample or here)
        session.beat()
    if different:
        raise VerificationFailed(
            f"{len(different):,} of {compared:,} documents differ between {journal.source} and {journal.target}; "
            "nothing was switched",
            remedy="undo with --rollback and migrate anew",
            details=tuple(different[:_SHOWN]),
        )
    check_analysis(session)
    session.voice.note(
        f"verified: {there:,} documents, {compared:,} of them compared byte for byte, the audit is clean"
    )
    return compared


def check_analysis(session: Session) -> None:
    """Audits the target.

    Raises:
        VerificationFailed: it still loses negation, or could not be audited.
    """
    target = session.journal.target
    if session.options.allow_findings:
        return
    report = _audited(session, target)
    if report.exit_status() == 0:
        return
    faults = [
        f"{each.field}, {each.side} side: {each.cause.name} loses {', '.join(each.lost_cues)}"
        for each in report.findings
        if each.severity == "error"
    ]
    faults += [f"{each.target}: {each.reason}" for each in report.unaudited]
    raise VerificationFailed(
        f"the analysis of {target} would still lose negation ({len(faults)} findings); nothing was switched",
        remedy="correct the target settings, or switch all the same with --allow-findings",
        details=tuple(faults),
    )


def _audited(session: Session, target: str) -> AuditReport:
    """The audit of the target; one that could not be made is tried again for a while: a shard may be on its way."""
    timing = session.options.timing
    until = time.monotonic() + min(_UNAUDITED_SECONDS, timing.patience)
    while True:
        report = session.patiently(f"auditing {target}", lambda: audit(session.cluster, [target]))
        if not report.unaudited or time.monotonic() >= until:
            return report
        session.beat()
        time.sleep(timing.poll)


def _to_compare(session: Session) -> Iterator[list[Document]]:
    cluster, source = session.cluster, session.journal.source
    if session.options.sample is not None:
        size = min(session.options.sample, _most(session))
        drawn = session.patiently(f"drawing from {source}", partial(documents.sample, cluster, source, size))
        yield from documents.batches(drawn, _BATCH)
        return
    ends = session.patiently(f"asking {source}", partial(documents.positions, cluster, source, last=True))
    size = min(_BATCH, _most(session))
    for shard, end in ends.items():
        fetch = partial(_ids, session, shard, size)
        for found, _ in documents.walk(fetch, NOTHING, end, size):
            yield found


def _most(session: Session) -> int:
    source = session.journal.source
    return session.patiently(f"asking {source}", partial(documents.most_hits, session.cluster, source))


def _ids(session: Session, shard: str, size: int, after: int, up_to: int) -> list[Document]:
    source = session.journal.source
    return session.patiently(
        f"reading {source}",
        lambda: documents.page(
            session.cluster, source, shard, after=after, up_to=up_to, size=size, with_source=False
        ),
    )


def _differences(cluster: Cluster, source: str, target: str, wanted: list[Document]) -> list[str]:
    here = documents.get(cluster, source, wanted)
    there = documents.get(cluster, target, wanted)
    found = []
    for key, document in here.items():
        twin = there.get(key)
        if twin is None:
            found.append(f"{document.id}: not in {target}")
        elif twin.source != document.source:
            found.append(f"{document.id}: its source differs")
    return found
