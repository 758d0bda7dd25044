"""The type of the ``cli`` fixture of the end-to-end tests."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

Cli = Callable[..., "subprocess.CompletedProcess[str]"]
