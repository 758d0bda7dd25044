"""Tiny cross-encoders with random weights, made on the spot: no hub, no download, the same numbers every time."""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path

import torch
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

MAX_TOKENS = 64


def make_cross_encoder(folder: Path, labels: Mapping[int, str], *, seed: int = 7) -> Path:
    """Writes a model of two layers that reads `MAX_TOKENS` tokens and gives one logit a label.

    Its vocabulary is the letters, so that a word has as many tokens as letters.
    """
    letters = [*string.ascii_lowercase, *string.digits, *string.punctuation]
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{each}" for each in letters)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    tokenizer = BertTokenizerFast(str(folder / "vocab.txt"), do_lower_case=True, model_max_length=MAX_TOKENS)
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=MAX_TOKENS,
        num_labels=len(labels),
        id2label=dict(labels),
        label2id={label: at for at, label in labels.items()},
        initializer_range=0.5,  # wide enough for scores that differ
    )
    model = BertForSequenceClassification(config).eval()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
