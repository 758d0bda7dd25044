"""SciFact: that the packaged re-ranker does not hurt general relevance."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from esneg.polarity_model import PolarityModel
from esneg.polarity_model.reranker import TwinReranker, TwinRule
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import order
from polarity.first_stage import FirstStage
from polarity.result import Figure, mean, rate


def measure(model: PolarityModel, rule: TwinRule, folder: Path, cache: Path | None) -> Iterator[Figure]:
    """nDCG@10 of BM25 and MiniLM fused by RRF, before and after; the difference a query; how many were touched."""
    corpus = _rows(next(p for p in (folder / "corpus.jsonl", folder / "_corpus.jsonl") if p.exists()))
    texts = {row["_id"]: f"{row['title']} {row['text']}" for row in corpus}
    ids = list(texts)
    judged = _judgements(folder / "qrels")
    queries = {row["_id"]: row["text"] for row in _rows(folder / "queries.jsonl") if row["_id"] in judged}
    stage = FirstStage(list(texts.values()), cache)
    rankings = stage.rank(list(queries.values()), depth=50)
    reranker = TwinReranker(model, rule)
    before, after, touched = [], [], 0
    for (query, text), found in zip(queries.items(), rankings, strict=True):
        scores = reranker.score(text, [texts[ids[at]] for at in found], Deadline(None)).scores
        new = [found[at] for at in order(scores)]
        touched += new != found
        for ranking, kept in ((found, before), (new, after)):
            kept.append(_ndcg([ids[at] for at in ranking], judged[query]))
    yield mean("scifact", "nDCG@10, RRF of BM25 and MiniLM", before)
    yield mean("scifact", "nDCG@10, the same + packaged", after)
    yield mean("scifact", "difference a query", [b - a for a, b in zip(before, after, strict=True)])
    yield rate("scifact", "queries whose order changed", touched, len(queries))


def _ndcg(ranking: list[str], relevant: dict[str, int], depth: int = 10) -> float:
    gain = sum(relevant.get(doc, 0) / math.log2(place + 1) for place, doc in enumerate(ranking[:depth], 1))
    best = sorted(relevant.values(), reverse=True)[:depth]
    return gain / sum(value / math.log2(place + 1) for place, value in enumerate(best, 1))


def _judgements(folder: Path) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    lines = (folder / "test.tsv").read_text("utf-8").splitlines()[1:]
    for query, document, value in (line.split("\t") for line in lines):
        found[query][document] = int(value)
    return dict(found)


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
