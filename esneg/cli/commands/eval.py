"""``esneg eval``: what each stage of a search does to negation; two runs compared; a run held against a policy."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from esneg.cli.choices import TableOrJson
from esneg.cli.connection import connectable

if TYPE_CHECKING:
    from esneg.clusters import Cluster


class _RunByDefault(TyperGroup):
    """``esneg eval --suite cache`` is ``esneg eval run --suite cache``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_RunByDefault,
    help="Measure what each stage of a search does to negation. Without a sub-command: run "
    "(its options: esneg eval run --help).",
)


@app.command()
@connectable
def run(
    cluster: Callable[[], AbstractContextManager[Cluster | None]],
    suite: Annotated[
        str,
        typer.Option(help="Suites, by commas: policy, cache, dedup, distractors, scope; all when left out."),
    ] = "",
    engine: Annotated[
        str,
        typer.Option(
            metavar="embedded|opensearch|elasticsearch|URL",
            help="Where to search (default: the cluster that is named, or else the embedded engine).",
        ),
    ] = "",
    encoder: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="sentence-transformers model or its folder; repeatable."),
    ] = None,
    reranker: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Cross-encoder or its folder, 'packaged', or 'none'; repeatable (default: packaged).",
        ),
    ] = None,
    dataset: Annotated[
        str, typer.Option(metavar="SOURCE", help="Your own data: a file, a folder, or irds:NAME.")
    ] = "",
    data_format: Annotated[
        str,
        typer.Option(
            "--data-format", help="jsonl, nevir, triples, beir, trec or irds; guessed when left out."
        ),
    ] = "",
    language: Annotated[
        str, typer.Option(help="Of the text, for the engine's analyzers (code, as en).")
    ] = "en",
    threads: Annotated[int | None, typer.Option(min=1, help="CPU threads for the models.")] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Folder for results.json, figures.csv, report.html and TREC run files."),
    ] = None,
    format: Annotated[TableOrJson, typer.Option("--format", help="What to print.")] = TableOrJson.table,
) -> None:
    """Run the suites. Makes temporary indices named esneg-eval-*, and deletes them."""
    _require()
    from contextlib import nullcontext

    from esneg.cli.evaluation_engine import check_engine, chosen_engine
    from esneg.cli.evaluation_output import printed, write
    from esneg.cli.progress import counted_progress
    from esneg.evaluation.runner import DEFAULT_ENCODER, Request, evaluate

    check_engine(engine)
    request = Request(
        suites=tuple(name.strip() for name in suite.split(",") if name.strip()),
        encoders=tuple(encoder or (DEFAULT_ENCODER,)),
        rerankers=tuple(reranker or ()),
        dataset=dataset,
        format=data_format,
        language=language,
        threads=threads,
    )
    engine_of_run: AbstractContextManager[Cluster | None] = (
        chosen_engine(engine, cluster) if request.needs_engine() else nullcontext()
    )
    with engine_of_run as found, counted_progress() as progress:
        evaluation = evaluate(request, found, progress=progress)
    typer.echo(printed(evaluation.run, format.value))
    if output is not None:
        for path in write(evaluation, output):
            typer.echo(f"wrote {path}", err=True)


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(metavar="A.json", help="The results.json of the first run.")],
    after: Annotated[Path, typer.Argument(metavar="B.json", help="The results.json of the second run.")],
    format: Annotated[TableOrJson, typer.Option("--format", help="How to print it.")] = TableOrJson.table,
) -> None:
    """Say what changed between two runs beyond chance. Exit status: 1 when something got worse."""
    _require()
    import json

    from esneg.evaluation.compare import compare as compared
    from esneg.evaluation.stored import read_run
    from esneg.reports.evaluation_table import render_comparison

    found = compared(read_run(before), read_run(after))
    if format is TableOrJson.json:
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        typer.echo(render_comparison(found))
    raise typer.Exit(int(any(change.verdict == "worse" for change in found.changes)))


@app.command()
def gate(
    results: Annotated[Path, typer.Argument(metavar="RESULTS.json", help="The results.json of a run.")],
    policy: Annotated[Path, typer.Option(help="YAML file with the thresholds.")],
    format: Annotated[TableOrJson, typer.Option("--format", help="How to print it.")] = TableOrJson.table,
) -> None:
    """Hold a run against a policy. Exit status: 0 passed, 1 failed, 2 could not be decided."""
    _require()
    import json

    from esneg.evaluation.gate import judge, read_policy
    from esneg.evaluation.stored import read_run
    from esneg.reports.evaluation_table import render_gate

    found = judge(read_run(results), read_policy(policy))
    if format is TableOrJson.json:
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        typer.echo(render_gate(found))
    raise typer.Exit(found.exit_status)


def _require() -> None:
    from esneg.evaluation.libraries import require_libraries

    require_libraries()
