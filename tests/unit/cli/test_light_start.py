"""``esneg --help`` stays quick because it imports nothing heavy (design.md, decision 7)."""

import subprocess
import sys

import pytest

HEAVY = {"elasticsearch", "opensearchpy", "torch", "sentence_transformers", "yaml", "requests", "numpy"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["audit", "--help"],
        ["engine", "--help"],
        ["index", "--help"],
        ["search", "--help"],
    ],
)
def test_no_client_library_and_no_torch_is_imported(arguments: list[str]) -> None:
    script = (
        "import sys\n"
        "from esneg.cli import main\n"
        f"sys.argv = ['esneg', *{arguments}]\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        f"    print('heavy:', sorted(set(sys.modules) & {HEAVY}), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "heavy: []" in done.stderr


def test_every_command_is_listed_with_what_it_does() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "esneg", "--help"], capture_output=True, text=True, check=True
    )
    for command in ("audit", "cluster", "demo", "engine", "explain"):
        assert command in done.stdout
