"""What the export costs: the model as it was trained, in single precision on torch, beside what is shipped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from esneg.evaluation.data import built_in
from esneg.evaluation.items import PolicyItem
from esneg.polarity_model import PolarityModel
from esneg.polarity_model.labels import RANK
from esneg.polarity_model.training.dev import pair_logits
from polarity.entailment import LABELS
from polarity.policy import crossed, passages, questions_of
from polarity.result import Figure, rate

Pairs = Sequence[tuple[str, str]]
Logits = Callable[[Pairs], NDArray[np.float32]]


def measure(model: PolarityModel, trained: Path, training: Path) -> Iterator[Figure]:
    """The same tests by both; the rank head decides two of them, the polarity head the third.

    Args:
        model: as shipped.
        trained: folder of the model before its export.
        training: folder of the sets.
    """
    ways: dict[str, Logits] = {"trained": _of_torch(trained), "shipped": model.logits}
    items = [item for item in built_in("policy").content if isinstance(item, PolicyItem)]
    rows = [json.loads(line) for line in (training / "nevir_train50.jsonl").read_text("utf-8").splitlines()]
    nli = [json.loads(line) for line in (training / "cad_nli.test.jsonl").read_text("utf-8").splitlines()]
    wanted = np.array([LABELS[row["label"]] for row in nli])
    both = {
        f"policy, {size} sentence{'s' * (size > 1)}": crossed(questions_of(items), passages(items, size))
        for size in (1, 5)
    } | {
        "nevir dev": [
            pair
            for row in rows
            for asked, own, other in (("q1", "doc1", "doc2"), ("q2", "doc2", "doc1"))
            for pair in ((row[asked], row[own]), (row[asked], row[other]))
        ]
    }
    for name, logits in ways.items():
        for test, pairs in both.items():
            scores = logits(pairs)[:, RANK].reshape(-1, 2)
            wins = (scores[:, 0] > scores[:, 1]).reshape(-1, 2).all(1)
            yield rate("export", f"{test}, both right by rank head, {name}", int(wins.sum()), len(wins))
        found = logits([(row["hypothesis"], row["premise"]) for row in nli])[:, RANK + 1 :].argmax(1)
        yield rate("export", f"cad test, three labels right, {name}", int((found == wanted).sum()), len(nli))


def _of_torch(folder: Path) -> Logits:
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)

    def logits(pairs: Pairs) -> NDArray[np.float32]:
        found: torch.Tensor = pair_logits(model, tokenizer, list(pairs), max_length=256)
        return found.numpy()

    return logits
