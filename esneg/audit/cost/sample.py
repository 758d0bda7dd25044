"""Random documents, read from ``_source``, and what their text loses in the field's analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from esneg.audit.cost.lost_cues import AnalyzedText, analyzed
from esneg.audit.cost_model import FieldSample
from esneg.audit.model import AuditReport, Finding
from esneg.clusters import Cluster

SEED = 0
"""Of the random order, so that the same index gives the same sample twice."""

_CHARACTERS = 2000
"""Of a text to look at: the start of a long document is enough to count with."""


def sample_documents(cluster: Cluster, report: AuditReport, size: int) -> tuple[FieldSample, ...]:
    """Counts what up to ``size`` random documents of an index lose, on each field that collapses at its index side.

    One search an index (random score, no scroll), then one ``_analyze`` a field for every 100 texts.

    Raises:
        ClusterError: an index cannot be searched.
    """
    found: dict[str, dict[str, Finding]] = {}
    for finding in report.findings:
        if finding.rule == "NEG001":
            found.setdefault(finding.index, {}).setdefault(finding.field, finding)
    return tuple(
        sample for index, fields in found.items() for sample in _of_index(cluster, index, fields, size)
    )


def _of_index(
    cluster: Cluster, index: str, fields: Mapping[str, Finding], size: int
) -> Iterator[FieldSample]:
    body = {
        "size": size,
        "_source": sorted({_in_source(finding) for finding in fields.values()}),
        "query": {"function_score": {"random_score": {"seed": SEED, "field": "_seq_no"}}},
    }
    hits = cluster.search(index, body)["hits"]["hits"]
    for path, finding in fields.items():
        texts = [
            text[:_CHARACTERS]
            for hit in hits
            if (text := " ".join(_strings(hit.get("_source") or {}, _in_source(finding).split("."))))
        ]
        yield _count(index, path, list(analyzed(cluster, index, {"field": path}, texts, finding.language)))


def _count(index: str, field: str, texts: Sequence[AnalyzedText]) -> FieldSample:
    losing = [text for text in texts if text.lost]
    return FieldSample(
        index,
        field,
        read=len(texts),
        with_cue=sum(1 for text in texts if text.cues),
        losing=len(losing),
        indistinguishable=_indistinguishable(texts),
        example=losing[0].text[:160] if losing else "",
    )


def _indistinguishable(texts: Iterable[AnalyzedText]) -> int:
    """Pairs with the same tokens and other cues, counted without looking at every pair."""
    alike: dict[object, Counter[tuple[str, ...]]] = {}
    for text in texts:
        alike.setdefault(text.identity, Counter())[text.cues] += 1
    total = 0
    for by_cues in alike.values():
        everything = sum(by_cues.values())
        total += (everything**2 - sum(count**2 for count in by_cues.values())) // 2
    return total


def _in_source(finding: Finding) -> str:
    """Where the text of a field stands in ``_source``: a multi-field's with its parent, an alias' with its target."""
    if finding.field_type.startswith("alias of "):
        return finding.field_type.removeprefix("alias of ")
    if "(multi-field)" in finding.field_type:
        return finding.field.rpartition(".")[0]
    return finding.field


def _strings(value: Any, path: Sequence[str]) -> Iterator[str]:
    """The strings at a path; lists on the way stand for all their items, and keys may hold dots."""
    if isinstance(value, list):
        for item in value:
            yield from _strings(item, path)
    elif not path:
        if isinstance(value, str):
            yield value
    elif isinstance(value, Mapping):
        for length in range(1, len(path) + 1):
            key = ".".join(path[:length])
            if key in value:
                yield from _strings(value[key], path[length:])
