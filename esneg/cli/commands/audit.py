"""``esneg audit``: which fields lose negation, why, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import ReportFormat, Severity
from esneg.cli.connection import connected_when

if TYPE_CHECKING:
    from esneg.clusters import Cluster


@connected_when(lambda given: not given["file"] or given["with_engine"])
def command(
    cluster: Cluster | None,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET]...",
            help="Indices, aliases, data streams or wildcards; all that are not hidden when there is none. "
            "With --file: more files.",
        ),
    ] = None,
    file: Annotated[
        list[str] | None,
        typer.Option(
            "--file",
            "-f",
            metavar="FILE",
            help="Audit settings, mappings or templates in a file or folder ('-': stdin) instead; repeatable.",
        ),
    ] = None,
    with_engine: Annotated[
        bool, typer.Option("--with-engine", help="Let an engine judge the files and not static rules.")
    ] = False,
    language: Annotated[
        list[str] | None,
        typer.Option(
            help="Probe in this language (code, as en) and not in the one of the field's analyzer; repeatable."
        ),
    ] = None,
    sample: Annotated[
        int,
        typer.Option(
            min=0, max=10_000, metavar="N", help="Read N random documents an index and count what they lose."
        ),
    ] = 0,
    queries: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Count what a query log loses: plain, JSON or slow-log lines."),
    ] = None,
    format: Annotated[
        ReportFormat, typer.Option("--format", help="How to write the report.")
    ] = ReportFormat.table,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the report to a file.")
    ] = None,
    show: Annotated[Severity, typer.Option(help="The mildest severity to report.")] = Severity.warning,
    fail_on: Annotated[
        Severity, typer.Option(help="The mildest severity for exit status 1.")
    ] = Severity.error,
    allow_unaudited: Annotated[
        bool, typer.Option("--allow-unaudited", help="No exit status 2 for what could not be audited.")
    ] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Findings that are known: only new ones count for the exit status."
        ),
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Write what is found now to the baseline.")
    ] = False,
) -> None:
    """Find every field whose analysis erases negation. Exit status: 0 clean, 1 findings, 2 could not audit."""
    from dataclasses import replace

    from esneg.audit import SEVERITIES, audit
    from esneg.audit import policy as policies
    from esneg.audit.cost import cost_of_queries, read_queries, sample_documents
    from esneg.audit.offline import audit_files
    from esneg.cli.console import stderr
    from esneg.cli.output import write_pieces
    from esneg.cli.progress import counted_progress
    from esneg.errors import UsageError
    from esneg.reports import pieces

    policy = policies.read_policy(Path.cwd())
    # What fails the command is never hidden by it.
    at_least = SEVERITIES[max(SEVERITIES.index(each.value) for each in (show, fail_on))]
    asked = policy.mildest_needed(at_least)
    if file:
        if sample or queries:
            raise UsageError("--file goes without --sample and --queries: there is no index behind a file")
        # `--file templates/*.json`, and what pre-commit appends to its hooks.
        files, targets = [*file, *(targets or ())], None
        report = audit_files(files, engine=cluster, languages=language or (), at_least=asked)
    else:
        assert cluster is not None
        log = read_queries(queries) if queries else None
        with counted_progress() as progress:
            report = audit(
                cluster, targets or (), languages=language or (), at_least=asked, progress=progress
            )
            if sample:
                progress("sampling documents", 0, 1)
                report = replace(report, samples=sample_documents(cluster, report, sample))
            if log is not None:
                progress("analyzing queries", 0, 1)
                report = replace(report, query_costs=cost_of_queries(cluster, report, log))
    report = policies.judge(report, policy, at_least=at_least, fail_on=fail_on.value, targets=targets or ())
    known = baseline or policy.baseline
    if write_baseline:
        if known is None:
            raise UsageError("--write-baseline needs the file to write to", remedy="add --baseline FILE")
        written = policies.write_baseline(known, report.findings)
        stderr().print(f"{written} known findings written to {known}", markup=False, soft_wrap=True)
    if known is not None:
        report = policies.compare(
            report, policies.read_baseline(known), at_least=at_least, targets=targets or ()
        )
    write_pieces(pieces(format.value, report), output)
    raise typer.Exit(report.exit_status(fail_on=fail_on.value, allow_unaudited=allow_unaudited))
