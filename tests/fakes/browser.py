"""A headless Chromium that says what a page becomes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def rendered(page: Path, profile: Path) -> str:
    """The document that a browser makes of a page, as HTML.

    Args:
        profile: an empty folder for the browser's own files.
    """
    browser = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no browser: Debian's chromium shows what the page becomes (apt-get install chromium)")
    flags = [
        "--headless",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={profile}",
        "--window-size=1400,1000",
    ]
    if os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium's sandbox refuses to run as root
    done = subprocess.run(
        [browser, *flags, "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout
