"""Tiny cross-encoders with random weights, made on the spot: no hub, no download, the same numbers every time."""

from __future__ import annotations

import shutil
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


def export_onnx(model: Path, folder: Path) -> Path:
    """Writes a model of `make_cross_encoder` as ONNX, with its tokenizer."""
    shutil.copytree(model, folder, ignore=shutil.ignore_patterns("*.safetensors"))
    (folder / "onnx").mkdir()
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {0: "pairs", 1: "tokens"}
    torch.onnx.export(
        # The eager attention is the one that the exporter can trace.
        BertForSequenceClassification.from_pretrained(model, attn_implementation="eager").eval(),
        tuple(torch.ones((2, 8), dtype=torch.long) for _ in names),
        str(folder / "onnx" / "model.onnx"),
        dynamo=False,
        input_names=names,
        output_names=["logits"],
        dynamic_axes={**dict.fromkeys(names, axes), "logits": {0: "pairs"}},
    )
    return folder
