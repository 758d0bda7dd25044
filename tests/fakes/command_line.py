"""The types of the fixtures ``cli`` and ``start_cli`` of the end-to-end tests."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

StartCli = Callable[..., "subprocess.Popen[str]"]
