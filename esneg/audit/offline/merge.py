"""Templates as an index would get them: component templates under the index template, later ones over earlier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from esneg.audit.offline.files import Definitions


def resolved_template(definitions: Definitions, name: str) -> dict[str, Any]:
    """Settings and mappings of an index template with its component templates, as far as the files have them."""
    template = definitions.index_templates[name]
    merged: dict[str, Any] = {}
    for part in template.get("composed_of") or ():
        merged = _merged(merged, _body(definitions.component_templates.get(str(part), {})))
    return _merged(merged, _body(template))


def index_settings(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The ``index`` part of settings, however they are written: nested, or with dots in their names."""
    settings = body.get("settings")
    nested: dict[str, Any] = {}
    for key, value in (settings if isinstance(settings, Mapping) else {}).items():
        path = str(key).split(".")
        for part in reversed(path):
            value = {part: value}
        nested = _merged(nested, value)
    index = nested.pop("index", None)
    return _merged(nested, index) if isinstance(index, Mapping) else nested


def _body(template: Mapping[str, Any]) -> Mapping[str, Any]:
    body = template.get("template")
    if not isinstance(body, Mapping):
        return {}
    mappings = body.get("mappings")
    return {"settings": index_settings(body), "mappings": mappings if isinstance(mappings, Mapping) else {}}


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = _merged(below, value) if both else value  # type: ignore[arg-type]
    return merged
