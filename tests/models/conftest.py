"""Tests that need torch and sentence-transformers. They run in an environment of their own: see docs/testing.md."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # what is not on this machine must not be looked for elsewhere

import torch
from models.cross_encoders import make_cross_encoder
from sentence_transformers import CrossEncoder

torch.set_num_threads(2)


@pytest.fixture(scope="session")
def one_logit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cross-encoder with one logit."""
    return make_cross_encoder(tmp_path_factory.mktemp("models") / "one-logit", {0: "LABEL_0"})


@pytest.fixture(scope="session")
def cross_encoder(one_logit: Path) -> CrossEncoder:
    """A loaded cross-encoder with one logit."""
    return CrossEncoder(str(one_logit), device="cpu")
