"""cad and scone: their test files, which training never opens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from esneg.polarity_model import PolarityModel
from esneg.polarity_model.labels import SAME
from polarity.result import Figure, rate

LABELS = {"entailment": 0, "neutral": 1, "contradiction": 2}


def measure(model: PolarityModel, training: Path) -> Iterator[Figure]:
    """Accuracy over three labels on cad; over entailed or not on scone, in all and by where the negation stands."""
    for name in ("cad_nli", "scone"):
        rows = [
            json.loads(line) for line in (training / f"{name}.test.jsonl").read_text("utf-8").splitlines()
        ]
        scores = np.array(model.polarity([(r["hypothesis"], r["premise"]) for r in rows]))
        if name == "cad_nli":
            wanted = np.array([LABELS[r["label"]] for r in rows])
            yield rate("cad test", "three labels right", int((scores.argmax(1) == wanted).sum()), len(rows))
            continue
        right = (scores[:, SAME] >= 0.5) == np.array([r["label"] == "entailment" for r in rows])
        yield rate("scone test", "entailed or not", int(right.sum()), len(rows))
        for kind in sorted({r["kind"] for r in rows}):
            chosen = np.array([r["kind"] == kind for r in rows])
            yield rate("scone test", kind, int(right[chosen].sum()), int(chosen.sum()))
