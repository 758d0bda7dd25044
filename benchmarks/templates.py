#!/usr/bin/env python3
"""What keeping negation costs: index size and BM25 quality of esneg's templates beside the stock analyzer.

One corpus in the BEIR layout (corpus.jsonl, queries.jsonl, qrels/test.tsv) goes into an index each: stock
``english``; esneg's default and compact analyzers on the same two fields alone; both templates as they are, with
their ``.exact`` and ``.polarity`` sub-fields. Every query is a ``multi_match`` over title and text. Sizes are those
of the primary shard, merged to one segment.

    .venv/bin/python benchmarks/templates.py CORPUS_FOLDER [--url URL] [--language en]

Prints a Markdown table; needs the extra "eval".
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from esneg.analysis.keeping import builtin_analyzer
from esneg.audit import audit
from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.evaluation.measures import per_query
from esneg.evaluation.ranking import Position, Ranking
from esneg.evaluation.readers import beir
from esneg.evaluation.statistics.intervals import bootstrap_mean
from esneg.evaluation.statistics.permutation import paired_permutation
from esneg.negation import load
from esneg.templates.build import TEXT_FIELDS, text_body

PREFIX = "esneg-benchmark-templates"
MEASURE = "nDCG@10"
BATCH = 500


def bodies(code: str) -> dict[str, dict[str, Any]]:
    """Name of a row -> settings and mappings of its index."""
    language = load(code)
    stock = {"type": "text", "analyzer": builtin_analyzer(language)}
    found: dict[str, dict[str, Any]] = {
        f"stock `{stock['analyzer']}`": {"mappings": {"properties": dict.fromkeys(TEXT_FIELDS, stock)}}
    }
    templates = {
        "default": text_body(language, "default")["template"],
        "compact": text_body(language, "compact")["template"],
    }
    for name, template in templates.items():
        alone = {
            field: {key: value for key, value in spec.items() if key != "fields"}
            for field, spec in template["mappings"]["properties"].items()
        }
        found[f"esneg {name}, analyzer alone"] = {**template, "mappings": {"properties": alone}}
    for name, template in templates.items():
        found[f"esneg {name}, template (`.exact`, `.polarity`)"] = template
    return found


def fill(cluster: Cluster, index: str, body: Mapping[str, Any], passages: Mapping[str, Any]) -> float:
    """Makes the index; returns the seconds that indexing took."""
    settings = {
        **body.get("settings", {}),
        "number_of_shards": 1,
        "number_of_replicas": 0,
        "refresh_interval": -1,
    }
    cluster.create_index(index, {**body, "settings": settings})
    began = time.perf_counter()
    for batch in batches(passages):
        failed = cluster.bulk_index(index, batch, refresh=False)
        if failed:
            raise SystemExit(f"{index}: {len(failed)} documents failed: {failed[0]}")
    seconds = time.perf_counter() - began
    cluster.request("POST", f"/{index}/_forcemerge", params={"max_num_segments": 1}, timeout=600)
    cluster.request("POST", f"/{index}/_refresh")
    return seconds


def batches(passages: Mapping[str, Any]) -> Iterator[list[tuple[str, Any]]]:
    """The passages as (id, source), some at a time."""
    left = iter(passages.items())
    while batch := list(islice(left, BATCH)):
        yield batch


def megabytes(cluster: Cluster, index: str) -> float:
    """The size of the primary shard."""
    # The size is counted anew some seconds after a merge at the latest.
    cluster.request("POST", f"/{index}/_flush")
    answer = cluster.request("GET", f"/{index}/_stats/store")
    return float(answer["indices"][index]["primaries"]["store"]["size_in_bytes"]) / 1e6


def rankings(cluster: Cluster, index: str, questions: Mapping[str, str]) -> dict[str, Ranking]:
    """The first ten passages of each question."""
    found: dict[str, Ranking] = {}
    for identifier, question in questions.items():
        query = {"multi_match": {"query": question, "fields": list(TEXT_FIELDS), "tie_breaker": 0.5}}
        hits = cluster.search(index, {"size": 10, "query": query, "_source": False})["hits"]["hits"]
        found[identifier] = {
            hit["_id"]: Position(rank, 0, hit["_score"]) for rank, hit in enumerate(hits, start=1)
        }
    return found


def main() -> None:
    """Builds the indices, measures, removes them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path, help="a folder in the BEIR layout")
    parser.add_argument("--url", help="a cluster; by default the embedded engine")
    parser.add_argument("--language", default="en")
    given = parser.parse_args()

    from esneg.embedded import EmbeddedEngine

    collection = beir.read(given.corpus)
    passages = sources(given.corpus)
    rows = []
    with connect(ConnectionOptions(urls=(given.url or EmbeddedEngine().up().url,), timeout=120)) as cluster:
        for number, (name, body) in enumerate(bodies(given.language).items()):
            index = f"{PREFIX}-{number}"
            cluster.delete_index(index, missing_ok=True)
            try:
                seconds = fill(cluster, index, body, passages)
                ranked = rankings(cluster, index, collection.queries)
                values = per_query([MEASURE], collection.qrels, ranked)[MEASURE]
                lost = collapsed(cluster, index, given.language)
                rows.append((name, megabytes(cluster, index), seconds, values, lost))
                print(f"{name}: {rows[-1][1]:.1f} MB, {seconds:.0f} s, {lost} pairs lost", file=sys.stderr)
            finally:
                cluster.delete_index(index, missing_ok=True)
        info = cluster.info
    print(
        f"{info.distribution} {info.version}, {len(passages):,} passages, {len(collection.qrels)} queries\n"
    )
    report(rows)


def sources(corpus: Path) -> dict[str, dict[str, str]]:
    """Id -> title and text of every passage."""
    lines = (json.loads(line) for line in (corpus / "corpus.jsonl").open(encoding="utf-8"))
    return {each["_id"]: {"title": each.get("title", ""), "text": each["text"]} for each in lines}


def collapsed(cluster: Cluster, index: str, language: str) -> int:
    """Minimal pairs that are one to the index side of the text field."""
    findings = audit(cluster, [index], languages=[language]).findings
    return sum(f.pairs_collapsed for f in findings if (f.rule, f.field) == ("NEG001", "text"))


def report(rows: list[tuple[str, float, float, dict[str, float], int]]) -> None:
    """Prints the table; the first row is what the others are compared with."""
    _, first_size, first_seconds, first, _ = rows[0]
    print(
        "| Index | size, MB | to stock | indexing, to stock | nDCG@10 (95 %) | difference to stock, p | pairs lost |"
    )
    print("|---|---|---|---|---|---|---|")
    for name, size, seconds, values, lost in rows:
        scores = list(values.values())
        interval = bootstrap_mean(scores)
        between = f" ({interval.low:.3f}-{interval.high:.3f})" if interval else ""
        mean = sum(scores) / len(scores)
        if values is first:
            against = ""
        else:
            test = paired_permutation(scores, [first[query] for query in values])
            against = f"{mean - sum(first.values()) / len(first):+.3f}, p = {test.p:.2f}"
        print(
            f"| {name} | {size:.1f} | {size / first_size:.2f} | {seconds / first_seconds:.1f} | {mean:.3f}{between} "
            f"| {against} | {lost} |"
        )


if __name__ == "__main__":
    main()
