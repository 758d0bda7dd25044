"""Passages in an index of their own for the time of an evaluation, one field an analysis, one vector an encoder."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from esneg.errors import EsnegError, UsageError

if TYPE_CHECKING:
    from esneg.clusters import Cluster
    from esneg.evaluation.suites.base import Named

TEXT_FIELD = "text"
"""By esneg's analyzer, with the sub-fields of esneg's templates and `STOCK_FIELD`."""

STOCK_FIELD = f"{TEXT_FIELD}.stock"
POLARITY_FIELD = f"{TEXT_FIELD}.polarity"

_BULK = 500


def vector_field(number: int) -> str:
    """The vector field of the encoder with this number, from 0."""
    return f"vector_{number}"


@contextmanager
def indexed(
    cluster: Cluster, passages: Mapping[str, str], encoders: Sequence[Named], *, language: str
) -> Iterator[str]:
    """The name of a new index ``esneg-eval-...`` with all passages; deleted at the end, whatever happens.

    Args:
        passages: id -> text.
        encoders: each gets a field `vector_field`.
        language: a code such as "en"; its own analyzer is what ``stock`` means.

    Raises:
        UsageError: the engines have no analyzer for the language.
        EsnegError: the engine refused a passage.
    """
    index = f"esneg-eval-{uuid.uuid4().hex[:12]}"
    body = index_body(cluster, encoders, language=language)
    try:
        cluster.create_index(index, body)
        _fill(cluster, index, passages, encoders)
        yield index
    finally:
        cluster.delete_index(index, missing_ok=True)


def index_body(cluster: Cluster, encoders: Sequence[Named], *, language: str) -> dict[str, Any]:
    """Settings and mappings: esneg's own template for the text, and the engine's analyzer beside it."""
    from esneg.analysis.keeping import builtin_analyzer
    from esneg.ingest.index_body import index_body as templated
    from esneg.negation import load

    stock = builtin_analyzer(load(language))
    if stock is None:
        raise UsageError(
            f"the engines have no analyzer for {language}, so that there is nothing to compare with"
        )
    body = templated(
        cluster.info.engine, text=(TEXT_FIELD,), language=language, vector_field="", encoder=None
    )
    properties = body["mappings"]["properties"]
    field = properties[TEXT_FIELD]
    fields = {
        **field.get("fields", {}),
        "stock": {"type": "text", "analyzer": stock, "search_analyzer": stock},
    }
    properties[TEXT_FIELD] = {**field, "fields": fields}
    body["settings"] |= {"number_of_shards": 1, "number_of_replicas": 0}
    for number, encoder in enumerate(encoders):
        vectors = templated(
            cluster.info.engine,
            text=(),
            language=language,
            vector_field=vector_field(number),
            encoder=encoder.model,
        )
        properties |= vectors["mappings"]["properties"]
        body["settings"] = {**vectors["settings"], **body["settings"]}
    return body


def _fill(cluster: Cluster, index: str, passages: Mapping[str, str], encoders: Sequence[Named]) -> None:
    ids = list(passages)
    for start in range(0, len(ids), _BULK):
        chunk = ids[start : start + _BULK]
        texts = [passages[each] for each in chunk]
        documents: list[dict[str, Any]] = [{TEXT_FIELD: text} for text in texts]
        for number, encoder in enumerate(encoders):
            for document, vector in zip(documents, encoder.model.encode_passages(texts), strict=True):
                document[vector_field(number)] = [float(each) for each in vector]
        failed = cluster.bulk_index(index, zip(chunk, documents, strict=True))
        if failed:
            reason = failed[0]["error"]
            why = reason.get("reason", reason) if isinstance(reason, dict) else reason
            raise EsnegError(
                f"the engine refused {len(failed)} passages, the first one {failed[0]['_id']}: {why}"
            )
