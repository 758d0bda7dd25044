"""The chains behind the engines' built-in analyzers, which ``_analyze`` shows only the result of.

Source: the engines' reference pages "Built-in analyzer reference" and "Language analyzers", which give each
analyzer as the custom chain that it equals. A chain is never trusted blindly: whoever uses it first sees that it
gives the same tokens as the analyzer itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_FOR_ALL_LANGUAGES = frozenset({"standard", "simple", "stop", "whitespace", "keyword"})


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
    """Char filters (of the built-in analyzers, Persian alone has one), a tokenizer and token filters, in order."""

    tokenizer: Component
    filters: tuple[Component, ...] = ()
    char_filters: tuple[Component, ...] = ()

    @property
    def components(self) -> tuple[Component, ...]:
        """All parts in the order in which a text meets them."""
        return (*self.char_filters, self.tokenizer, *self.filters)

    def inline(self) -> dict[str, Any]:
        """The chain as ``_analyze`` takes it."""
        char_filters = [component.definition for component in self.char_filters]
        return {
            **({"char_filter": char_filters} if char_filters else {}),
            "tokenizer": self.tokenizer.definition,
            "filter": [component.definition for component in self.filters],
        }


@cache
def _definitions() -> Mapping[str, Any]:
    text = (files("esneg.analysis") / "builtin.yaml").read_text("utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded


def language_analyzers() -> tuple[str, ...]:
    """The names of the analyzers that the engines have for one language each, sorted.

    ``serbian`` is Elasticsearch's alone.
    """
    return tuple(sorted(_definitions().keys() - _FOR_ALL_LANGUAGES))


def chain(type_: str, parameters: Mapping[str, Any]) -> Chain | None:
    """The documented chain of a built-in analyzer, None for one that is not known.

    Args:
        type_: the analyzer's type, such as "english".
        parameters: ``stopwords``, ``stopwords_path`` and ``stem_exclusion`` as the index settings give them.
    """
    return next(iter(chains(type_, parameters)), None)


def chains(type_: str, parameters: Mapping[str, Any]) -> tuple[Chain, ...]:
    """The documented chain of a built-in analyzer, and behind it those of other versions of the engines."""
    raw = _definitions().get(type_, ())
    return tuple(_chain(each, parameters) for each in ([raw] if isinstance(raw, Mapping) else raw))


def _chain(raw: Mapping[str, Any], parameters: Mapping[str, Any]) -> Chain:
    filters = []
    for name, definition in _entries(raw.get("filter", ())):
        role = definition if isinstance(definition, str) else definition["type"]
        if role == "stop" and name.endswith("stop"):
            # Irish has a second one, which is no stop list: it drops the h, n and t before a hyphen.
            definition = _stop(definition, parameters)
        elif role == "keyword_marker":
            excluded = parameters.get("stem_exclusion")
            if not excluded:
                continue
            definition = {"type": "keyword_marker", "keywords": excluded}
        filters.append(Component(name, definition))
    char_filters = tuple(
        Component(name, definition) for name, definition in _entries(raw.get("char_filter", ()))
    )
    return Chain(Component(str(raw["tokenizer"]), raw["tokenizer"]), tuple(filters), char_filters)


def _entries(listed: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    return (next(iter(entry.items())) for entry in listed)


def _stop(definition: Mapping[str, Any], parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    given = {key: parameters[key] for key in ("stopwords", "stopwords_path") if key in parameters}
    return {"type": "stop", **given} if given else definition
