"""The training loop: one pass over a mixture, resumable at any checkpoint, on a CPU."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from esneg.polarity_model.labels import OUTPUTS, RANK
from esneg.polarity_model.training import mixture
from esneg.polarity_model.training.batches import Batch, collate, encode, plan
from esneg.polarity_model.training.dev import development


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the result.

    Attributes:
        seed: of the data, the order, the new weights and dropout.
        scale: share of the mixture.
        steps: stop after this many, the rates falling to nothing there; 0 for the whole mixture.
        learning_rate: peak, of the encoder.
        head_rate: peak, of the classifier.
        batch_tokens: tokens a batch, padding included.
        max_length: tokens a pair; longer ones are cut.
        warmup: share of the steps in which the rates rise.
        weight_decay: of AdamW.
        second: the second pass, from a model of the first.
    """

    seed: int = 13
    scale: float = 1.0
    steps: int = 0
    learning_rate: float = 8e-5
    head_rate: float = 5e-4
    batch_tokens: int = 2600
    max_length: int = 256
    warmup: float = 0.06
    weight_decay: float = 0.01
    second: bool = False


SECOND_RATES = {"learning_rate": 4e-5, "head_rate": 1e-4}
"""Peaks of the second pass: what was learnt is to bend, not to go."""


def train(
    recipe: Recipe, *, data: Path, start: str, out: Path, threads: int = 2, save_every: int = 150
) -> Path:
    """Trains, or goes on from the last checkpoint in `out`.

    Args:
        recipe: what to train.
        data: folder of the public sets.
        start: model folder or name to start from (all-MiniLM-L6-v2; in the second pass, the first's model).
        out: folder for checkpoint, log and the final model (``out/model``, readable by transformers).
        threads: of torch.
        save_every: steps between checkpoints.

    Returns:
        The folder of the final model.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(recipe.seed)
    out.mkdir(parents=True, exist_ok=True)
    (out / "recipe.json").write_text(json.dumps(asdict(recipe), indent=2))
    mixed = mixture.second if recipe.second else mixture.build
    groups = mixed(data, recipe.seed, recipe.scale)
    (out / "mixture.json").write_text(json.dumps(mixture.counts(groups), indent=2))
    tokenizer = AutoTokenizer.from_pretrained(start)
    encoded = encode(groups, tokenizer, recipe.max_length)
    batches = plan(encoded, recipe.batch_tokens, recipe.seed)[: recipe.steps or None]
    model = _model(start, fresh=not recipe.second)
    optimizer = _optimizer(model, recipe)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: _rate(step, len(batches), recipe.warmup)
    )
    first = _resume(out, model, optimizer, schedule)
    began, losses = time.monotonic(), [0.0, 0.0]
    model.train()
    for step in range(first, len(batches)):
        polarity, rank = _losses(model, collate(batches[step], groups, encoded))
        (polarity + rank).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        for i, value in enumerate((polarity, rank)):
            losses[i] = 0.98 * losses[i] + 0.02 * value.item() if step > first else value.item()
        if (step + 1) % 25 == 0:
            left = (len(batches) - step - 1) * (time.monotonic() - began) / (step + 1 - first)
            _log(
                out,
                {
                    "step": step + 1,
                    "of": len(batches),
                    "polarity": round(losses[0], 4),
                    "rank": round(losses[1], 4),
                    "minutes_left": round(left / 60, 1),
                },
            )
        if (step + 1) % save_every == 0:
            _save(out, step + 1, model, optimizer, schedule)
        if (step + 1) % 600 == 0 or step + 1 == len(batches):
            _log(out, {"step": step + 1, **development(model, tokenizer, data)})
            model.train()
    model.save_pretrained(out / "model")
    tokenizer.save_pretrained(out / "model")
    return out / "model"


def _model(start: str, *, fresh: bool) -> Any:
    names = dict(enumerate(OUTPUTS))
    model = AutoModelForSequenceClassification.from_pretrained(
        start,
        num_labels=len(OUTPUTS),
        id2label=names,
        label2id={v: k for k, v in names.items()},
        attn_implementation="eager",  # twice as quick as sdpa in bfloat16 on a CPU
    )
    if fresh:
        # All seeds start alike, from an output of nothing: so that their weights may be averaged in the end.
        torch.nn.init.zeros_(model.classifier.weight)
        torch.nn.init.zeros_(model.classifier.bias)
    # The word vectors stay as they are: half of the weights, and a pass this short would bend only the frequent ones.
    model.bert.embeddings.requires_grad_(False)
    return model


def _optimizer(model: Any, recipe: Recipe) -> torch.optim.Optimizer:
    encoder = [p for n, p in model.named_parameters() if p.requires_grad and not n.startswith("classifier")]
    return torch.optim.AdamW(
        [
            {"params": encoder, "lr": recipe.learning_rate},
            {"params": list(model.classifier.parameters()), "lr": recipe.head_rate},
        ],
        weight_decay=recipe.weight_decay,
    )


def _rate(step: int, steps: int, warmup: float) -> float:
    rising = max(1, int(steps * warmup))
    return min((step + 1) / rising, max(0.02, (steps - step) / max(1, steps - rising)))


def _losses(model: Any, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(**batch.inputs).logits
    logits = logits.float()
    polarity = functional.cross_entropy(logits[:, RANK + 1 :], batch.labels)
    # Listwise: the first passage of a group against the others of that group.
    lists = [
        functional.cross_entropy(logits[a:b, RANK].unsqueeze(0), torch.zeros(1, dtype=torch.long))
        for a, b in batch.ranked
    ]
    return polarity, torch.stack(lists).mean() if lists else logits.sum() * 0


def _save(out: Path, step: int, model: Any, optimizer: Any, schedule: Any) -> None:
    state = {
        "step": step,
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "schedule": schedule.state_dict(),
        "random": torch.get_rng_state(),
    }
    torch.save(state, out / "checkpoint.new")
    os.replace(out / "checkpoint.new", out / "checkpoint.pt")


def _resume(out: Path, model: Any, optimizer: Any, schedule: Any) -> int:
    path = out / "checkpoint.pt"
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    schedule.load_state_dict(state["schedule"])
    torch.set_rng_state(state["random"])
    return int(state["step"])


def _log(out: Path, entry: dict[str, object]) -> None:
    line = json.dumps(entry)
    print(line, file=sys.stderr, flush=True)
    with (out / "log.jsonl").open("a") as log:
        log.write(line + "\n")
