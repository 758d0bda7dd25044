"""The development figures: NevIR's 50 training pairs and the written items that the mixture leaves out."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import torch

from esneg.polarity_model.labels import OPPOSITE, RANK, SAME
from esneg.polarity_model.training.examples import Group
from esneg.polarity_model.training.written import Written

_SEED = 1
"""Of the draw from the held-out items: the same for every run, so that runs can be compared."""


def development(model: Any, tokenizer: Any, data: Path, max_length: int = 256) -> dict[str, Any]:
    """Everything that recipes and seeds are compared by; none of it is reported as a test."""
    model.eval()

    def logits(pairs: list[tuple[str, str]]) -> torch.Tensor:
        return pair_logits(model, tokenizer, pairs, max_length)

    held_out = [
        group
        for language in ("en", "es")
        for group in Written(language, random.Random(_SEED), held_out=True).groups(rankings=6, pairs=6)
    ]
    return {
        "nevir_train50": _nevir_both_right(logits, data),
        "written_first": _first([g for g in held_out if g.ranked], logits),
        "written_labels": _labels_right([g for g in held_out if not g.ranked], logits),
    }


def _nevir_both_right(logits: Any, data: Path) -> dict[str, float]:
    """Share of pairs in which both queries put their own document first, strictly: by the rank head, and by
    log p(same) - log p(opposite)."""
    rows = [json.loads(line) for line in (data / "nevir_train50.jsonl").read_text("utf-8").splitlines()]
    pairs = [(r[q], r[d]) for r in rows for q, d in _CROSSED]
    scores = logits(pairs)
    by = {"rank": scores[:, RANK], "polarity": scores[:, 1 + SAME] - scores[:, 1 + OPPOSITE]}
    return {
        name: float(((s.view(-1, 2)[:, 0] > s.view(-1, 2)[:, 1]).view(-1, 2).all(1)).float().mean())
        for name, s in by.items()
    }


_CROSSED = (("q1", "doc1"), ("q1", "doc2"), ("q2", "doc2"), ("q2", "doc1"))


def _first(groups: list[Group], logits: Any) -> float:
    """Share of questions whose own passage has the highest rank score."""
    scores = iter(logits([(g.query, p) for g in groups for p in g.passages])[:, RANK].tolist())
    right = 0
    for group in groups:
        own, *others = [next(scores) for _ in group.passages]
        right += own > max(others)
    return round(right / len(groups), 4)


def _labels_right(groups: list[Group], logits: Any) -> float:
    found = logits([(g.query, p) for g in groups for p in g.passages])[:, RANK + 1 :].argmax(1)
    wanted = torch.tensor([label for g in groups for label in g.labels])
    return round(float((found == wanted).float().mean()), 4)


def pair_logits(model: Any, tokenizer: Any, pairs: list[tuple[str, str]], max_length: int) -> torch.Tensor:
    """The raw outputs for each pair of texts, a row each."""
    # By length, so that little is padding.
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
    found: list[Any] = [None] * len(pairs)
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        inputs = tokenizer(
            [pairs[i][0] for i in part],
            [pairs[i][1] for i in part],
            truncation="longest_first",
            max_length=max_length,
            padding=True,
            return_tensors="pt",
        )
        with torch.no_grad():
            for i, row in zip(part, model(**inputs).logits.float(), strict=True):
                found[i] = row
    return torch.stack(found)
