"""Groups tokenized and packed into batches of like length, in an order that the seed alone decides."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import torch

from esneg.polarity_model.training.examples import Group

# Groups are sorted by length within windows of this many, so that batches hold little padding and stay mixed.
_WINDOW = 4000


@dataclass
class Batch:
    """Padded pairs of several whole groups.

    Attributes:
        inputs: input_ids, token_type_ids and attention_mask, each (pairs, tokens).
        labels: (pairs,) polarity of each pair.
        ranked: spans of pairs (start, stop) whose first pair ranks above the rest.
    """

    inputs: dict[str, torch.Tensor]
    labels: torch.Tensor
    ranked: list[tuple[int, int]]


def encode(groups: list[Group], tokenizer: Any, max_length: int) -> list[list[tuple[list[int], list[int]]]]:
    """For each group the (input_ids, token_type_ids) of its pairs."""
    queries = [g.query for g in groups for _ in g.passages]
    passages = [p for g in groups for p in g.passages]
    out = tokenizer(queries, passages, truncation="longest_first", max_length=max_length)
    pairs = iter(zip(out["input_ids"], out["token_type_ids"], strict=True))
    return [[next(pairs) for _ in g.passages] for g in groups]


def plan(encoded: list[list[tuple[list[int], list[int]]]], budget: int, seed: int) -> list[list[int]]:
    """Indices of the groups in each batch; a batch holds at most `budget` tokens, padding included."""
    rng = random.Random(seed)
    longest = [max(len(ids) for ids, _ in pairs) for pairs in encoded]
    batches: list[list[int]] = []
    for start in range(0, len(encoded), _WINDOW):
        width = pairs_held = 0
        batch: list[int] = []
        for i in sorted(range(start, min(start + _WINDOW, len(encoded))), key=lambda i: longest[i]):
            width = max(width, longest[i])
            if batch and (pairs_held + len(encoded[i])) * width > budget:
                batches.append(batch)
                batch, pairs_held, width = [], 0, longest[i]
            batch.append(i)
            pairs_held += len(encoded[i])
        batches.append(batch)
    rng.shuffle(batches)
    return batches


def collate(
    indices: list[int], groups: list[Group], encoded: list[list[tuple[list[int], list[int]]]]
) -> Batch:
    """One batch as tensors."""
    pairs = [pair for i in indices for pair in encoded[i]]
    width = max(len(ids) for ids, _ in pairs)
    ids = torch.zeros((len(pairs), width), dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (tokens, segments) in enumerate(pairs):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        types[row, : len(tokens)] = torch.tensor(segments)
        mask[row, : len(tokens)] = 1
    ranked, start = [], 0
    for i in indices:
        stop = start + len(encoded[i])
        if groups[i].ranked:
            ranked.append((start, stop))
        start = stop
    labels = torch.tensor([label for i in indices for label in groups[i].labels])
    return Batch({"input_ids": ids, "token_type_ids": types, "attention_mask": mask}, labels, ranked)
