"""Data sets that ``ir_datasets`` has, by its names for them: ``irds:beir/nfcorpus/test``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from esneg.errors import UsageError
from esneg.evaluation.items import Collection

_LARGEST = 200_000
"""Passages; a collection beyond that does not belong in a temporary index."""


def read(name: str) -> Collection:
    """Reads a data set; ``ir_datasets`` fetches what it does not have yet.

    Raises:
        UsageError: ``ir_datasets`` is not installed, does not know the name, or the data set lacks passages,
            queries or judgements or is too large.
    """
    try:
        import ir_datasets
    except ImportError as error:
        raise UsageError(
            "ir_datasets is not installed", remedy="pip install 'esneg[corpora]', or give a folder"
        ) from error
    try:
        source: Any = ir_datasets.load(name)
    except KeyError as error:
        raise UsageError(f"ir_datasets knows no data set {name!r}") from error
    for what, has in (
        ("passages", source.has_docs),
        ("queries", source.has_queries),
        ("qrels", source.has_qrels),
    ):
        if not has():
            raise UsageError(f"irds:{name}: has no {what}")
    if source.docs_count() and source.docs_count() > _LARGEST:
        raise UsageError(f"irds:{name}: {source.docs_count()} passages; at most {_LARGEST} are indexed")
    qrels: dict[str, dict[str, int]] = {}
    for judgement in source.qrels_iter():
        qrels.setdefault(judgement.query_id, {})[judgement.doc_id] = int(judgement.relevance)
    passages = {doc.doc_id: _text(doc) for doc in source.docs_iter()}
    queries = {query.query_id: _text(query) for query in source.queries_iter() if query.query_id in qrels}
    return Collection(passages, queries, *_known(qrels, queries, passages))


def _text(record: Any) -> str:
    """What a record says, by the library's own default; its ``text`` where it has none (older versions)."""
    default = getattr(record, "default_text", None)
    return str(default()) if callable(default) else str(record.text)


def _known(
    qrels: Mapping[str, Mapping[str, int]], queries: Mapping[str, str], passages: Mapping[str, str]
) -> tuple[dict[str, dict[str, int]], tuple[str, ...]]:
    """Judgements on what the data set holds, and how many others there were."""
    kept = {
        query: {document: value for document, value in judgements.items() if document in passages}
        for query, judgements in qrels.items()
        if query in queries
    }
    dropped = sum(map(len, qrels.values())) - sum(map(len, kept.values()))
    note = (f"{dropped} judgements name queries or passages that the data set lacks",) if dropped else ()
    return kept, note
