"""Compiles ``docker/elasticsearch-testbed`` against the jars of the server that will load it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path


class TestbedError(Exception):
    """The plugin could not be compiled."""

    __test__ = False


def sources(project: Path) -> list[Path]:
    """Everything that the plugin is made of, in a stable order."""
    return sorted(path for path in project.rglob("*") if path.is_file() and path.name != "README.md")


def compile_into(home: Path, project: Path, version: str) -> None:
    """Compiles the plugin in ``project`` and installs it into the engine in ``home``.

    Raises:
        TestbedError: no ``javac``, or it refused the sources.
    """
    if shutil.which("javac") is None:
        raise TestbedError(f"{project.name} needs javac 17 or later: apt-get install openjdk-17-jdk-headless")
    plugin = home / "plugins" / "esneg-testbed"
    plugin.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="esneg-testbed-") as classes:
        done = subprocess.run(
            [
                *("javac", "--release", "17", "-Xlint:all,-classfile,-processing", "-proc:none"),
                *("-d", classes, "-cp", f"{home / 'lib'}/*"),
                *map(str, sorted((project / "src").rglob("*.java"))),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise TestbedError(f"{project.name} does not compile:\n{done.stderr}")
        shutil.make_archive(str(plugin / "esneg-testbed"), "zip", classes)
    (plugin / "esneg-testbed.zip").rename(plugin / "esneg-testbed.jar")
    descriptor = (project / "plugin-descriptor.properties").read_text()
    (plugin / "plugin-descriptor.properties").write_text(descriptor.replace("${version}", version))
