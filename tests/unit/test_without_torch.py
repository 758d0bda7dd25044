"""esneg works without torch, and where torch is installed, nothing loads it before a model is needed."""

import subprocess
import sys

SCRIPT = """
import importlib, pkgutil, sys
import esneg
for found in pkgutil.walk_packages(esneg.__path__, "esneg."):
    # Training is no part of what runs at a user's.
    if not found.name.startswith(("esneg.polarity_model.training", "esneg.__main__")):
        importlib.import_module(found.name)
print(sorted({"torch", "transformers", "sentence_transformers", "onnxruntime"} & set(sys.modules)))
"""


def test_no_module_of_esneg_loads_torch_when_it_is_imported() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
