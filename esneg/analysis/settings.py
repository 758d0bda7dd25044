"""The analysis part of an index's settings: which component a name stands for, which language it speaks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from esneg.analysis import builtin
from esneg.analysis.stages import StageKind
from esneg.negation import for_analyzer

_SECTION: dict[StageKind, str] = {
    "char_filter": "char_filter",
    "tokenizer": "tokenizer",
    "token_filter": "filter",
    "analyzer": "analyzer",
}


@dataclass(frozen=True)
class AnalysisSettings:
    """``settings.index.analysis`` of one index.

    Attributes:
        raw: the settings as the engine gives them; numbers and booleans are strings there.
    """

    raw: Mapping[str, Any]

    def analyzer(self, name: str) -> Mapping[str, Any] | None:
        """The definition of an analyzer or normalizer that the index itself defines."""
        for section in ("analyzer", "normalizer"):
            definition = self._section(section).get(name)
            if isinstance(definition, Mapping):
                return definition
        return None

    def component(self, kind: StageKind, name: str) -> Mapping[str, Any]:
        """The settings of a char filter, tokenizer, token filter or analyzer by its name.

        A name that the index does not define is one of the engine's own: its type is its name.
        """
        definition = self._section(_SECTION[kind]).get(name)
        return dict(definition) if isinstance(definition, Mapping) else {"type": name}

    def defines(self, analyzer: str) -> bool:
        """Whether the index defines an analyzer of that name ("default", "default_search")."""
        return analyzer in self._section("analyzer")

    def analyzers(self) -> list[str]:
        """The names of the analyzers that the index defines."""
        return list(self._section("analyzer"))

    def builtin_type(self, analyzer: str) -> str | None:
        """The built-in analyzer that a name stands for ("english"), None for a custom chain."""
        definition = self.analyzer(analyzer)
        if definition is None:
            return analyzer
        type_ = str(definition.get("type", "custom"))
        return None if type_ == "custom" else type_

    def languages(self, analyzer: str) -> tuple[str, ...]:
        """The languages that an analyzer is made for, by its type, tokenizer, filters and stop lists; empty if none.

        Several are possible: an index for two languages chains two stop lists.
        """
        return tuple(dict.fromkeys(code for name in self._speaking(analyzer) for code in for_analyzer(name)))

    def canonical(self) -> str:
        """The settings as one string: equal settings, equal strings."""
        return json.dumps(self.raw, sort_keys=True, ensure_ascii=False)

    def _section(self, name: str) -> Mapping[str, Any]:
        section = self.raw.get(name)
        return section if isinstance(section, Mapping) else {}

    def _speaking(self, analyzer: str) -> Iterator[str]:
        """Every name in an analyzer's definition that may betray its language."""
        if (type_ := self.builtin_type(analyzer)) is not None:
            yield type_
        definition = self.analyzer(analyzer) or {}
        yield from _strings(definition.get("stopwords"))
        for name in _strings(definition.get("tokenizer")):
            type_ = str(self.component("tokenizer", name).get("type", ""))
            yield type_.removesuffix("_tokenizer")
        for name in _strings(definition.get("filter")):
            yield name.removesuffix("_stemmer")
            settings = self.component("token_filter", name)
            yield from _strings(settings.get("type"))
            yield from _strings(settings.get("language", settings.get("name")))
            yield from _strings(settings.get("stopwords"))


def rebuilt(settings: AnalysisSettings, analyzer: str) -> builtin.Chain | None:
    """The documented chain behind a built-in analyzer, with the parameters that the index gives it."""
    return next(iter(all_rebuilt(settings, analyzer)), None)


def all_rebuilt(settings: AnalysisSettings, analyzer: str) -> tuple[builtin.Chain, ...]:
    """The documented chain behind a built-in analyzer, and behind it those of other versions of the engines."""
    type_ = settings.builtin_type(analyzer)
    return () if type_ is None else builtin.chains(type_, settings.analyzer(analyzer) or {})


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
