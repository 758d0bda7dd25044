"""One model out of several seeds: the mean of their weights (Wortsman et al., Model soups, 2022).

It costs no more at search time than one of them. It works because all seeds start from the same weights, an output
layer of zeros included.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

_WEIGHTS = "model.safetensors"


def average(models: Sequence[Path], out: Path) -> Path:
    """Writes the mean model.

    Args:
        models: folders of models of the same shape (``out/model`` of each training).
        out: is made; readable by transformers.
    """
    out.mkdir(parents=True, exist_ok=True)
    for path in models[0].iterdir():
        if path.name != _WEIGHTS:
            shutil.copyfile(path, out / path.name)
    states = [load_file(model / _WEIGHTS) for model in models]
    mean = {name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]}
    save_file(
        {name: mean[name].contiguous() for name in sorted(mean)}, out / _WEIGHTS, metadata={"format": "pt"}
    )
    return out
