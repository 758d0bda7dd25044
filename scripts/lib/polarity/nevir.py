"""NevIR's format, on the 50 pairs that training leaves out (development: recipes were compared on them)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from esneg.polarity_model import PolarityModel
from esneg.polarity_model.labels import OPPOSITE, RANK, SAME
from esneg.polarity_model.reranker import TwinReranker, TwinRule
from esneg.polarity_model.twins import split_sentences
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import order as by_score
from polarity.result import Figure, rate

Score = Callable[[np.ndarray], np.ndarray]

_HEADS: dict[str, Score] = {
    "rank head": lambda logits: logits[:, RANK],
    "log p(same) - log p(opposite)": lambda logits: logits[:, 1 + SAME] - logits[:, 1 + OPPOSITE],
}


_ORDERS = (("doc1", "doc2"), ("doc2", "doc1"))


def measure(model: PolarityModel, rule: TwinRule, training: Path) -> Iterator[Figure]:
    """Both questions right (a coin gets 0.25): whole documents, the best window of two sentences, and as the packaged
    re-ranker orders them; and opposite questions told from each other."""
    rows = [json.loads(line) for line in (training / "nevir_train50.jsonl").read_text("utf-8").splitlines()]
    for head, score in _HEADS.items():
        for name, cut in (("whole documents", lambda d: [d]), ("best window", _windows)):
            right = sum(_both_right(model, row, score, cut) for row in rows)
            yield rate("nevir dev", f"both right, {head}, {name}", right, len(rows))
    # A search gives both questions the same order, whichever it is: each is tried.
    for order in _ORDERS:
        right = sum(_settled(TwinReranker(model, rule), row, *order) for row in rows)
        yield rate("nevir dev", f"both right, packaged re-ranker, {order[0]} found first", right, len(rows))
    found = model.polarity([(row["q1"], row["q2"]) for row in rows])
    yield rate("nevir dev", "opposite questions called so", sum(p[OPPOSITE] >= 0.5 for p in found), len(rows))
    yield rate(
        "nevir dev", "opposite questions not called the same", sum(p[SAME] < 0.5 for p in found), len(rows)
    )


def _windows(document: str) -> list[str]:
    lines = split_sentences(document)
    return [" ".join(lines[i : i + 2]) for i in range(max(1, len(lines) - 1))] + [document]


def _settled(reranker: TwinReranker, row: dict[str, str], *order: str) -> bool:
    documents = [row[name] for name in order]

    def first(question: str) -> str:
        return order[by_score(reranker.score(row[question], documents, Deadline()).scores)[0]]

    return first("q1") == "doc1" and first("q2") == "doc2"


def _both_right(
    model: PolarityModel, row: dict[str, str], score: Score, cut: Callable[[str], list[str]]
) -> bool:
    def best(question: str, document: str) -> float:
        return float(score(model.logits([(question, part) for part in cut(document)])).max())

    first = best(row["q1"], row["doc1"]) > best(row["q1"], row["doc2"])
    return first and best(row["q2"], row["doc2"]) > best(row["q2"], row["doc1"])
