"""The development figure: NevIR's 50 training pairs, which the mixture leaves out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch

from esneg.polarity_model.labels import OPPOSITE, RANK, SAME


def nevir_both_right(model: Any, tokenizer: Any, data: Path, max_length: int = 256) -> dict[str, float]:
    """Share of pairs in which both queries put their own document first, strictly: by the rank head, and by
    log p(same) - log p(opposite)."""
    model.eval()
    rows = [json.loads(line) for line in (data / "nevir_train50.jsonl").read_text("utf-8").splitlines()]
    queries = [r[q] for r in rows for q in ("q1", "q1", "q2", "q2")]
    documents = [r[d] for r in rows for d in ("doc1", "doc2", "doc2", "doc1")]
    logits = []
    for i in range(0, len(queries), 16):
        inputs = tokenizer(
            queries[i : i + 16],
            documents[i : i + 16],
            truncation="longest_first",
            max_length=max_length,
            padding=True,
            return_tensors="pt",
        )
        with torch.no_grad():
            logits.append(model(**inputs).logits.float())
    scores = torch.cat(logits)
    by = {"rank": scores[:, RANK], "polarity": scores[:, 1 + SAME] - scores[:, 1 + OPPOSITE]}
    return {
        name: float(((s.view(-1, 2)[:, 0] > s.view(-1, 2)[:, 1]).view(-1, 2).all(1)).float().mean())
        for name, s in by.items()
    }
