"""What a template is: a name, a kind, a body, and the mark by which esneg knows its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import esneg

Kind = Literal["component_template", "index_template", "search_pipeline"]
"""Named like the REST end points, in the order in which they have to be put."""

KINDS: tuple[Kind, ...] = ("component_template", "search_pipeline", "index_template")

_PATHS: Mapping[Kind, str] = {
    "component_template": "/_component_template",
    "index_template": "/_index_template",
    "search_pipeline": "/_search/pipeline",
}

MADE_BY = "esneg"


@dataclass(frozen=True)
class Template:
    """One template as the package or a cluster has it.

    Attributes:
        name: such as "esneg-text-en".
        kind: which end point takes it.
        body: what is put there.
    """

    name: str
    kind: Kind
    body: Mapping[str, Any]

    @property
    def path(self) -> str:
        """Its address in a cluster."""
        return f"{_PATHS[self.kind]}/{self.name}"

    @property
    def components(self) -> tuple[str, ...]:
        """The component templates that an index template is composed of."""
        return tuple(self.body.get("composed_of", ()))

    @property
    def meta(self) -> Mapping[str, Any]:
        """Its ``_meta``; empty where there is none."""
        found = self.body.get("_meta")
        return found if isinstance(found, Mapping) else {}

    @property
    def is_ours(self) -> bool:
        """Whether esneg made it. A search pipeline has no ``_meta``; its description says so."""
        if self.kind == "search_pipeline":
            return str(self.body.get("description", "")).startswith(f"{MADE_BY}: ")
        return self.meta.get("made_by") == MADE_BY

    @property
    def is_as_made(self) -> bool:
        """Whether its content is what esneg put there: nobody has changed it since."""
        return self.kind == "search_pipeline" or self.meta.get("hash") == content_hash(self.body)

    def marked(self, **parameters: Any) -> Template:
        """The same with the mark of this version of esneg.

        Args:
            parameters: what it was made with, where that differs from the package.
        """
        if self.kind == "search_pipeline":
            return self
        mark: dict[str, Any] = {"made_by": MADE_BY, "version": esneg.__version__}
        if parameters:
            mark["parameters"] = parameters
        mark["hash"] = content_hash(self.body)
        return Template(self.name, self.kind, {**self.body, "_meta": mark})


def end_point(kind: Kind) -> str:
    """The path of all templates of a kind."""
    return _PATHS[kind]


def content_hash(body: Mapping[str, Any]) -> str:
    """16 hexadecimal digits that stand for the content, ``_meta`` left out, however the engine spells it."""
    text = json.dumps(canonical(body), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def canonical(body: Mapping[str, Any]) -> dict[str, Any]:
    """A body in one spelling: engines give settings back nested or dotted, and every value in them as text."""
    plain = {key: value for key, value in body.items() if key != "_meta"}
    template = plain.get("template")
    if isinstance(template, Mapping) and "settings" in template:
        settings = dict(sorted(flat_settings(template["settings"])))
        plain["template"] = {**template, "settings": settings}
    return {key: _as_text(value) for key, value in plain.items()}


def flat_settings(settings: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """Settings with dotted names that begin with "index.", whichever way they were written."""
    found: list[tuple[str, Any]] = []
    for key, value in settings.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping):
            found += flat_settings(value, f"{path}.")
        else:
            found.append((path if path.startswith("index.") else f"index.{path}", value))
    return found


def _as_text(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_text(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_text(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
