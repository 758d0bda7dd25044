"""Temperature scaling of the polarity head (Guo et al., On Calibration of Modern Neural Networks, 2017)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from esneg.polarity_model.labels import OPPOSITE, RANK, SAME, UNRELATED

_TWO_WAY = "RTE"
"""Its part of the set calls contradictions and unrelated texts by one name."""

_LABELS = {"entailment": SAME, "neutral": UNRELATED, "contradiction": OPPOSITE}


def fit_temperature(folder: Path, data: Path) -> float:
    """What the polarity logits are to be divided by, found on the three-way part of NLI with negation (Hossain et
    al., 2020), of which training sees nothing.

    Args:
        folder: a trained model.
        data: the folder of the public sets.
    """
    lines = (data / "neg_nli.jsonl").read_text("utf-8").splitlines()
    rows = [row for line in lines if (row := json.loads(line))["source"] != _TWO_WAY]
    wanted = torch.tensor([_LABELS[row["label"]] for row in rows])
    logits = _logits(folder, [row["hypothesis"] for row in rows], [row["premise"] for row in rows])[
        :, RANK + 1 :
    ]
    # One parameter, so the grid is as good as an optimizer, and never fails to converge.
    grid = [0.5 + step / 50 for step in range(126)]
    return min(grid, key=lambda t: float(functional.cross_entropy(logits / t, wanted)))


def _logits(folder: Path, asked: list[str], passages: list[str]) -> torch.Tensor:
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model: Any = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    found = []
    for start in range(0, len(asked), 64):
        part = slice(start, start + 64)
        inputs = tokenizer(asked[part], passages[part], truncation=True, padding=True, return_tensors="pt")
        with torch.no_grad():
            found.append(model(**inputs).logits.float())
    return torch.cat(found)
