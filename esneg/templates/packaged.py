"""Reads the templates that come with esneg: the JSON files of ``index_templates/``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from esneg.clusters.base import Engine
from esneg.errors import UsageError
from esneg.templates.model import KINDS, Template

_PACKAGE = Path(__file__).parent.parent


def directory(engine: Engine) -> Path:
    """Where the files for an engine are: in the installed package, or beside it in a checkout."""
    installed = _PACKAGE / "index_templates"
    return (installed if installed.is_dir() else _PACKAGE.parent / "index_templates") / engine


def file_name(template: Template) -> str:
    """``NAME.KIND.json``: the kind says which end point takes it."""
    return f"{template.name}.{template.kind}.json"


@cache
def packaged(engine: Engine) -> dict[str, Template]:
    """Every template for an engine by its name."""
    found: dict[str, Template] = {}
    for path in sorted(directory(engine).glob("*.json")):
        name, kind = path.name.removesuffix(".json").split(".")
        if kind not in KINDS:
            raise UsageError(f"{path}: not a kind of template: {kind!r}")
        found[name] = Template(name, kind, json.loads(path.read_text("utf-8")))
    return found


def named(engine: Engine, name: str) -> Template:
    """One packaged template.

    Raises:
        UsageError: there is none of that name for this engine.
    """
    templates = packaged(engine)
    if name not in templates:
        raise UsageError(f"no template {name!r} for {engine}", remedy="see `esneg templates list`")
    return templates[name]


def written(template: Template) -> str:
    """A template as the text of its file."""
    return json.dumps(template.body, indent=2, ensure_ascii=False) + "\n"
