"""The chains behind the engines' built-in analyzers, which ``_analyze`` shows only the result of.

Source: the engines' reference pages "Built-in analyzer reference" and "Language analyzers", which give each
analyzer as the custom chain that it equals. A chain is never trusted blindly: whoever uses it first sees that it
gives the same tokens as the analyzer itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@dataclass(frozen=True)
class Component:
    """One named part of a chain.

    Attributes:
        name: the name in the engines' documentation, such as "english_stop".
        definition: what ``_analyze`` and index settings take: a name, or settings with a ``type``.
    """

    name: str
    definition: str | Mapping[str, Any]

    @property
    def settings(self) -> Mapping[str, Any]:
        """The definition as settings."""
        return {"type": self.definition} if isinstance(self.definition, str) else self.definition


@dataclass(frozen=True)
class Chain:
    """A tokenizer and its token filters, in order. (No built-in analyzer has a char filter.)"""

    tokenizer: Component
    filters: tuple[Component, ...] = ()

    def inline(self) -> dict[str, Any]:
        """The chain as ``_analyze`` takes it."""
        return {
            "tokenizer": self.tokenizer.definition,
            "filter": [component.definition for component in self.filters],
        }


@cache
def _definitions() -> Mapping[str, Any]:
    text = (files("esneg.analysis") / "builtin.yaml").read_text("utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded


def chain(type_: str, parameters: Mapping[str, Any]) -> Chain | None:
    """The chain of a built-in analyzer, None for one that is not known.

    Args:
        type_: the analyzer's type, such as "english".
        parameters: ``stopwords``, ``stopwords_path`` and ``stem_exclusion`` as the index settings give them.
    """
    raw = _definitions().get(type_)
    if raw is None:
        return None
    filters = []
    for name, definition in (next(iter(entry.items())) for entry in raw.get("filter", ())):
        role = definition if isinstance(definition, str) else definition["type"]
        if role == "stop":
            definition = _stop(definition, parameters)
        elif role == "keyword_marker":
            excluded = parameters.get("stem_exclusion")
            if not excluded:
                continue
            definition = {"type": "keyword_marker", "keywords": excluded}
        filters.append(Component(name, definition))
    return Chain(Component(str(raw["tokenizer"]), raw["tokenizer"]), tuple(filters))


def _stop(definition: Mapping[str, Any], parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    given = {key: parameters[key] for key in ("stopwords", "stopwords_path") if key in parameters}
    return {"type": "stop", **given} if given else definition
