"""``esneg index``: files into an index, with embeddings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import Backend, InputFormat, TableOrJson
from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster

_FIELDS, _MODEL, _SENDING, _INTERRUPTED = "Fields", "Model", "Sending", "Interrupted loads"


@connected
def command(
    cluster: Cluster,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILES...",
            help="JSON lines, CSV, Parquet (text also as .gz), datasets folders, dead letters.",
        ),
    ],
    into: Annotated[
        str, typer.Option("--into", metavar="INDEX", help="Index or alias; created when there is none.")
    ],
    text: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD", help="Field to embed; repeatable (default: text).", rich_help_panel=_FIELDS
        ),
    ] = None,
    id: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="FIELD",
            help="Field with the id; without it ids are made from content.",
            rich_help_panel=_FIELDS,
        ),
    ] = None,
    metadata: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD", help="Other field to keep; repeatable (default: all).", rich_help_panel=_FIELDS
        ),
    ] = None,
    mapping: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="YAML or JSON file with these choices; options win.", rich_help_panel=_FIELDS
        ),
    ] = None,
    vector_field: Annotated[
        str | None,
        typer.Option(metavar="FIELD", help="Where vectors go (default: vector).", rich_help_panel=_FIELDS),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Language of an index that is created (default: en).",
            rich_help_panel=_FIELDS,
        ),
    ] = None,
    input_format: Annotated[
        InputFormat | None,
        typer.Option(help="Format of files whose names don't tell.", rich_help_panel=_FIELDS),
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            metavar="MODEL", help="sentence-transformers model: a name or a folder.", rich_help_panel=_MODEL
        ),
    ] = "all-MiniLM-L6-v2",
    no_vectors: Annotated[
        bool, typer.Option("--no-vectors", help="Load the texts alone.", rich_help_panel=_MODEL)
    ] = False,
    revision: Annotated[
        str | None,
        typer.Option(metavar="REV", help="The model's branch, tag or commit.", rich_help_panel=_MODEL),
    ] = None,
    query_prompt: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Written before a query (default: what the model needs).",
            rich_help_panel=_MODEL,
        ),
    ] = None,
    passage_prompt: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Written before a passage (default: what the model needs).",
            rich_help_panel=_MODEL,
        ),
    ] = None,
    normalize: Annotated[
        bool | None,
        typer.Option(
            "--normalize/--no-normalize",
            help="Scale vectors to length 1 (default: as the model does).",
            rich_help_panel=_MODEL,
        ),
    ] = None,
    batch_size: Annotated[
        int, typer.Option(min=1, help="Texts that go through the model at once.", rich_help_panel=_MODEL)
    ] = 32,
    device: Annotated[
        str | None, typer.Option(help="cpu, cuda, mps (default: the best).", rich_help_panel=_MODEL)
    ] = None,
    backend: Annotated[
        Backend, typer.Option(help="What runs the model.", rich_help_panel=_MODEL)
    ] = Backend.torch,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Load into an index that names another model or compares vectors in another way.",
            rich_help_panel=_MODEL,
        ),
    ] = False,
    bulk_size: Annotated[
        float,
        typer.Option(metavar="MB", min=0.001, help="Size of a bulk request.", rich_help_panel=_SENDING),
    ] = 5.0,
    bulk_count: Annotated[
        int, typer.Option(min=1, help="Documents in a bulk request, at most.", rich_help_panel=_SENDING)
    ] = 500,
    in_flight: Annotated[
        int,
        typer.Option(min=1, help="Bulk requests under way at once, per worker.", rich_help_panel=_SENDING),
    ] = 2,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that share the load.", rich_help_panel=_SENDING)
    ] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an interrupted load.", rich_help_panel=_INTERRUPTED)
    ] = False,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart", help="Begin anew in spite of an interrupted load.", rich_help_panel=_INTERRUPTED
        ),
    ] = False,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The resume file (default: esneg-INDEX.load.json here).",
            rich_help_panel=_INTERRUPTED,
        ),
    ] = None,
    dead_letters: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where documents go that the index refuses (default: a new esneg-INDEX.dead.jsonl).",
            rich_help_panel=_INTERRUPTED,
        ),
    ] = None,
    format: Annotated[
        TableOrJson, typer.Option("--format", help="How to print the summary.")
    ] = TableOrJson.table,
) -> None:
    """Load documents into an index, with embeddings. Exit status: 0 all in, 1 dead letters, 2 stopped."""
    from esneg.cli.index_options import encoder_opener, fields_and_names
    from esneg.cli.index_view import as_json, as_table, shown_progress, told_how_to_resume
    from esneg.ingest import BulkOptions, LoadOptions, load

    fields, vector_field, language = fields_and_names(
        mapping, text=text, id=id, metadata=metadata, vector_field=vector_field, language=language
    )
    options = LoadOptions(
        vector_field=vector_field,
        language=language,
        bulk=BulkOptions(bytes=int(bulk_size * 1_000_000), count=bulk_count, in_flight=in_flight),
        encode_count=max(256, batch_size),
        workers=workers,
        resume=resume,
        restart=restart,
        force=force,
        state=state,
        dead_letters=dead_letters,
    )
    open_encoder = (
        None
        if no_vectors
        else encoder_opener(
            model,
            workers=workers,
            revision=revision,
            query_prompt=query_prompt,
            passage_prompt=passage_prompt,
            normalize=normalize,
            batch_size=batch_size,
            device=device,
            backend=backend.value,
        )
    )
    with told_how_to_resume(), shown_progress() as progress:
        report = load(
            cluster,
            into,
            files,
            fields=fields,
            open_encoder=open_encoder,
            options=options,
            input_format=input_format.value if input_format else None,
            progress=progress,
        )
    typer.echo(as_json(report) if format is TableOrJson.json else as_table(report))
    raise typer.Exit(report.exit_status())
