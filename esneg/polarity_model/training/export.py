"""The trained model as the files that ship: half-precision weights in one safetensors file that transformers and
sentence-transformers load as it stands, and an ONNX graph whose initializers point into that same file."""

from __future__ import annotations

import json
import shutil
import struct
import tempfile
from pathlib import Path
from typing import Any

import onnx
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForSequenceClassification

WEIGHTS = "model.safetensors"
_OF_A_RUN = frozenset(
    {"is_local", "local_files_only", "max_length", "pad_to_multiple_of", "pad_token_type_id", "padding_side"}
    | {"stride", "truncation_side", "truncation_strategy"}
)
"""What transformers notes of how the tokenizer was last used; it is nothing of the model's."""


def export(model: Path, out: Path, temperature: float = 1.0) -> None:
    """Writes the files of the package.

    Args:
        model: folder that `transformers` reads.
        out: is made; files in it are replaced.
        temperature: divides the polarity logits before softmax; found on held-out text.
    """
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(model / "tokenizer.json", out / "tokenizer.json")
    tokens = json.loads((model / "tokenizer_config.json").read_text("utf-8"))
    kept = {name: value for name, value in tokens.items() if name not in _OF_A_RUN}
    (out / "tokenizer_config.json").write_text(json.dumps(kept, indent=2) + "\n")
    weights = {name: tensor.half() for name, tensor in load_file(model / "model.safetensors").items()}
    save_file(
        {name: weights[name].contiguous() for name in sorted(weights)},
        out / WEIGHTS,
        metadata={"format": "pt"},
    )
    (out / WEIGHTS).chmod(0o644)  # safetensors writes for its owner alone
    config = json.loads((model / "config.json").read_text("utf-8"))
    config.update(dtype="float16", esneg_temperature=round(temperature, 4))
    # sentence-transformers' CrossEncoder reads here that logits come back as they are.
    config["sentence_transformers"] = {
        "activation_fn": "torch.nn.modules.linear.Identity",
        "version": "5.0.0",
    }
    (out / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    graph = _trace(out)
    _point_into(graph, out / WEIGHTS)
    onnx.save(graph, out / "model.onnx")


def _trace(folder: Path) -> Any:
    """The graph in single precision, with every weight under the name that it has in the safetensors file."""
    model = AutoModelForSequenceClassification.from_pretrained(
        folder, dtype=torch.float32, attn_implementation="eager", return_dict=False
    ).eval()
    names = ("input_ids", "attention_mask", "token_type_ids")  # in the order of the model's arguments
    example = tuple(torch.ones((2, 8), dtype=torch.long) for _ in names)
    axes = {0: "pairs", 1: "tokens"}
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "model.onnx"
        torch.onnx.export(
            model, example, str(path), dynamo=False, opset_version=17, do_constant_folding=False,
            input_names=list(names), output_names=["logits"],
            dynamic_axes={**dict.fromkeys(names, axes), "logits": {0: "pairs"}},
        )  # fmt: skip
        return onnx.load(str(path))


def _point_into(graph: Any, weights: Path) -> None:
    """Replaces each weight by a half-precision one that lies in the safetensors file, and a cast to single."""
    places = _places(weights)
    kept = []
    casts = []
    for initializer in list(graph.graph.initializer):
        name = initializer.name
        if name not in places:
            kept.append(initializer)
            continue
        offset, length, shape = places[name]
        outside = onnx.TensorProto(
            name=f"{name}.half",
            data_type=onnx.TensorProto.FLOAT16,
            dims=shape,
            data_location=onnx.TensorProto.EXTERNAL,
        )
        for key, value in (("location", weights.name), ("offset", offset), ("length", length)):
            outside.external_data.add(key=key, value=str(value))
        kept.append(outside)
        casts.append(
            onnx.helper.make_node("Cast", [outside.name], [initializer.name], to=onnx.TensorProto.FLOAT)
        )
    del graph.graph.initializer[:]
    graph.graph.initializer.extend(kept)
    nodes = [*casts, *graph.graph.node]
    del graph.graph.node[:]
    graph.graph.node.extend(nodes)


def _places(path: Path) -> dict[str, tuple[int, int, list[int]]]:
    """Name -> (offset in the file, bytes, shape): https://github.com/huggingface/safetensors#format"""
    with path.open("rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(size))
    header.pop("__metadata__", None)
    return {
        name: (
            8 + size + entry["data_offsets"][0],
            entry["data_offsets"][1] - entry["data_offsets"][0],
            entry["shape"],
        )
        for name, entry in header.items()
    }
