"""``esneg search``: a question to an index, by words and vectors at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import Backend, FuseIn, Opposites
from esneg.cli.connection import connected

if TYPE_CHECKING:
    from esneg.clusters import Cluster

_LEGS, _RERANKING, _OUTPUT = "Legs and fusion", "Re-ranking", "Output"


@connected
def command(
    cluster: Cluster,
    query: Annotated[str, typer.Argument(help="The question.")],
    index: Annotated[str, typer.Option("--index", metavar="INDEX", help="Index, alias or pattern.")],
    k: Annotated[int, typer.Option("--k", "-k", help="How many hits.")] = 10,
    offset: Annotated[int, typer.Option(help="How many hits to pass over.")] = 0,
    filter: Annotated[
        str | None,
        typer.Option(
            metavar="JSON", help="""Query that every hit matches: '{"term": {"domain": "home"}}'."""
        ),
    ] = None,
    search_timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Longest time for the whole search, re-ranking included."),
    ] = None,
    text_field: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD", help="Text field, as title or title^2; repeatable.", rich_help_panel=_LEGS
        ),
    ] = None,
    vector_field: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Vector field.", rich_help_panel=_LEGS)
    ] = None,
    legs: Annotated[
        str,
        typer.Option(
            metavar="LEG,...", help="bm25, polarity, dense; one alone is not fused.", rich_help_panel=_LEGS
        ),
    ] = "bm25,dense",
    fusion: Annotated[
        FuseIn,
        typer.Option(
            help="Fuse in the engine when it can, in the engine or fail, or in Python.", rich_help_panel=_LEGS
        ),
    ] = FuseIn.auto,
    weights: Annotated[
        str | None,
        typer.Option(metavar="W,...", help="Weight of each leg, as 2,1.", rich_help_panel=_LEGS),
    ] = None,
    window: Annotated[
        int, typer.Option(help="Hits of each leg that take part in fusion.", rich_help_panel=_LEGS)
    ] = 100,
    rank_constant: Annotated[
        int, typer.Option(help="The constant of reciprocal rank fusion.", rich_help_panel=_LEGS)
    ] = 60,
    pipeline: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="OpenSearch: search pipeline to fuse with.", rich_help_panel=_LEGS),
    ] = None,
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="sentence-transformers model (default: the one that the index was made with).",
            rich_help_panel=_LEGS,
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Search although the index has another model.", rich_help_panel=_LEGS),
    ] = False,
    reranker: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="packaged (the default where its extra is installed), none, or a cross-encoder's name or folder.",
            rich_help_panel=_RERANKING,
        ),
    ] = None,
    reranker_backend: Annotated[
        Backend, typer.Option(help="What runs the re-ranker.", rich_help_panel=_RERANKING)
    ] = Backend.torch,
    rerank_depth: Annotated[
        int, typer.Option(help="How many of the first hits are re-ranked.", rich_help_panel=_RERANKING)
    ] = 50,
    opposites: Annotated[
        Opposites | None,
        typer.Option(
            help="What the packaged polarity model does to hits that say the opposite: as the packaged re-ranker "
            "does, over any other; put them last; or only mark them.",
            rich_help_panel=_RERANKING,
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Fail when the re-ranker fails or is late, instead of warning.",
            rich_help_panel=_RERANKING,
        ),
    ] = False,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Also show how the question was analysed, and where negation cues went.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False,
    show_request: Annotated[
        bool,
        typer.Option("--show-request", help="Also show what the engine was asked.", rich_help_panel=_OUTPUT),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON (esneg.search/1).", rich_help_panel=_OUTPUT)
    ] = False,
) -> None:
    """Search by words and vectors at once, fused by reciprocal rank; each hit says where each leg put it."""
    import warnings

    from esneg.cli import polarity_view, search_view
    from esneg.cli.console import stderr, stdout
    from esneg.cli.search_options import chosen_reranker
    from esneg.search import HybridSearcher, Rrf
    from esneg.search.filters import parse_filter, parse_weights
    from esneg.search.place import ClientFusionNotice
    from esneg.search.rerank.polarity import Demote, MarkOnly
    from esneg.search.rerank.registry import packaged_polarity
    from esneg.visible import visible

    by, not_reranked = chosen_reranker(
        reranker,
        reranker_backend.value,
        settle=opposites is Opposites.settle,
        text=bool(text_field) or legs != "dense",
    )
    searcher = HybridSearcher(
        cluster,
        index,
        text_fields=text_field or (),
        vector_field=vector_field,
        encoder=encoder,
        reranker=by,
        rerank_depth=rerank_depth,
        polarity=packaged_polarity() if opposites in (Opposites.demote, Opposites.mark) else None,
        policy=MarkOnly() if opposites is Opposites.mark else Demote(),
        fusion=Rrf(
            rank_constant=rank_constant,
            weights=parse_weights(weights) if weights else None,
            window=window,
        ),
        fuse_in=fusion.value,
        legs=legs.split(","),
        pipeline=pipeline,
        force=force,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ClientFusionNotice)  # the table says it
        result = searcher.search(
            query,
            k,
            offset=offset,
            filter=parse_filter(filter) if filter else None,
            timeout=search_timeout,
            strict=strict,
        )
    analyses = searcher.explain_analysis(query) if explain else {}
    plans = searcher.explain_polarity(query) if explain else {}
    for warning in result.warnings:
        stderr().print(f"warning: {visible(warning)}", style="yellow", markup=False, soft_wrap=True)
    if as_json:
        typer.echo(search_view.as_json(result, analyses, plans, requests=show_request))
        return
    stdout().print(search_view.as_table(result, searcher.text_fields, not_reranked))
    if show_request:
        typer.echo(search_view.requests(result))
    if explain:
        stdout().print(search_view.analyses(analyses))
        if plans:
            stdout().print(polarity_view.as_table(plans))
