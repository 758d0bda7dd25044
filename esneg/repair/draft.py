"""A working copy of an index's analysis and mappings, on which repairs are tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from esneg.analysis.builtin import Chain
from esneg.analysis.settings import AnalysisSettings
from esneg.repair.model import Change
from esneg.templates.model import flat_settings

_CARRIED = ("index.knn", "index.max_", "index.mapping.", "index.similarity.", "index.analyze.")
"""Settings without which an index with the same mappings could not be made."""

_ANALYZER_KEYS = ("analyzer", "search_analyzer", "search_quote_analyzer")


class Draft:
    """Settings and mappings that may be changed, with every change written down.

    Attributes:
        analysis: ``settings.analysis``, by section.
        mappings: the mappings.
        settings: the other settings that the index needs, with dotted names.
        changes: what was changed, in order; a component that was changed twice is in it once.
    """

    def __init__(self, settings: Mapping[str, Any], mappings: Mapping[str, Any]) -> None:
        own = deepcopy(dict(settings.get("index", settings)))
        self.analysis: dict[str, dict[str, Any]] = own.pop("analysis", {})
        self.settings = {name: value for name, value in flat_settings(own) if name.startswith(_CARRIED)}
        self.mappings: dict[str, Any] = deepcopy(dict(mappings))
        self._changes: dict[str, Change] = {}

    @property
    def body(self) -> dict[str, Any]:
        """What creates an index of this kind."""
        settings = {**self.settings, **({"analysis": self.analysis} if self.analysis else {})}
        return deepcopy({"settings": settings, "mappings": self.mappings})

    @property
    def view(self) -> AnalysisSettings:
        """The analysis as the rest of esneg reads it."""
        return AnalysisSettings(self.analysis)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every change once, from the first definition to the last."""
        return tuple(each for each in self._changes.values() if each.before != each.after)

    def note(self, what: str, before: Any, after: Any, why: str) -> None:
        """Writes a change down; a second one to the same thing adds its reason."""
        known = self._changes.get(what)
        if known is not None:
            before = known.before
            why = known.why if why in known.why else f"{known.why}; {why}"
        self._changes[what] = Change(what, deepcopy(before), deepcopy(after), why)

    def set_setting(self, name: str, value: Any, why: str) -> None:
        """Changes a setting outside the analysis."""
        self.note(f"setting {name}", self.settings.get(name), value, why)
        self.settings[name] = value

    # --- components -----------------------------------------------------------------------------------------

    def set_component(self, section: str, name: str, definition: Any, why: str) -> None:
        """Defines a component of the analysis, or defines it anew."""
        components = self.analysis.setdefault(section, {})
        self.note(f"{section} {name}", components.get(name), definition, why)
        components[name] = definition

    def replace_in(self, analyzer: str, section: str, name: str, by: list[str], why: str) -> None:
        """Puts other components in the place of one in an analyzer (or normalizer)."""
        home = self.home_of(analyzer)
        definition = dict(self.analysis[home][analyzer])
        if section == "tokenizer":
            definition[section] = by[0]
        else:
            names = names_in(definition.get(section))
            at = names.index(name)
            definition[section] = [*names[:at], *by, *names[at + 1 :]]
        self.set_component(home, analyzer, definition, why)

    def free_name(self, section: str, name: str) -> str:
        """A name for a new component: the one given, or with a number behind it."""
        taken = self.analysis.get(section, {})
        number = 2
        free = name
        while free in taken:
            free, number = f"{name}_{number}", number + 1
        return free

    def own_component(self, analyzer: str, section: str, name: str, why: str) -> str:
        """The name under which a component can be defined: its own, or a new one that the analyzer then uses.

        A name that the index does not define is the engine's own, and stays what it is for all others.
        """
        if name in self.analysis.get(section, {}):
            return name
        new = self.free_name(section, f"{name}_keeping_negation")
        self.replace_in(analyzer, section, name, [new], why)
        return new

    def home_of(self, analyzer: str) -> str:
        """The section that defines an analyzer or a normalizer."""
        return "normalizer" if analyzer in self.analysis.get("normalizer", {}) else "analyzer"

    def is_custom(self, analyzer: str) -> bool:
        """Whether an analyzer is a chain that the index spells out."""
        return self.view.builtin_type(analyzer) is None

    def spell_out(self, analyzer: str, chain: Chain, why: str) -> str:
        """Makes a built-in analyzer a custom one of the same chain; returns its name.

        One that the index defines keeps its name; an engine's own gets a new one, which every field that used the
        old one then uses.
        """
        components = {
            "char_filter": [
                self._spelled("char_filter", part.name, part.definition, why) for part in chain.char_filters
            ],
            "filter": [self._spelled("filter", part.name, part.definition, why) for part in chain.filters],
        }
        tokenizer = self._spelled("tokenizer", chain.tokenizer.name, chain.tokenizer.definition, why)
        definition = {
            "type": "custom",
            "tokenizer": tokenizer,
            **{section: names for section, names in components.items() if names},
        }
        name = analyzer
        if analyzer not in self.analysis.get("analyzer", {}):
            name = self.free_name("analyzer", f"{analyzer}_keeping_negation")
            self._rename(analyzer, name, f"'{name}' is '{analyzer}' with its cues kept")
        self.set_component("analyzer", name, definition, why)
        return name

    def _spelled(self, section: str, name: str, definition: Any, why: str) -> str:
        if isinstance(definition, str):
            return definition
        known = self.analysis.get(section, {}).get(name)
        if known != definition:
            name = self.free_name(section, name)
            self.set_component(section, name, dict(definition), why)
        return name

    # --- mappings ---------------------------------------------------------------------------------------------

    def _rename(self, old: str, new: str, why: str) -> None:
        for path, spec in specs(self.mappings):
            for key in _ANALYZER_KEYS:
                if spec.get(key) == old:
                    self.set_in_mapping(path, spec, key, new, why)

    def set_in_mapping(self, path: str, spec: dict[str, Any], key: str, value: Any, why: str) -> None:
        """Changes one parameter of a field's mapping; None takes it away."""
        self.note(f"mapping {path} {key}", spec.get(key), value, why)
        if value is None:
            spec.pop(key, None)
        else:
            spec[key] = value


def specs(mappings: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a mapping, multi-fields and dynamic templates included, with its path."""
    for name, spec in mappings.get("properties", {}).items():
        yield from _spec(f"{prefix}{name}", spec)
    for template in mappings.get("dynamic_templates", ()):
        for name, definition in template.items():
            if isinstance(definition.get("mapping"), dict):
                yield from _spec(f"dynamic template {name}", definition["mapping"])


def _spec(path: str, spec: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield path, spec
    for name, below in spec.get("fields", {}).items():
        yield from _spec(f"{path}.{name}", below)
    yield from specs(spec, f"{path}.")


def names_in(value: Any) -> list[str]:
    """A list of component names as settings have it: one name, several, or none."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(name) for name in value]
