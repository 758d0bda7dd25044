"""Fields of any index that share one analysis, and so one probe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from esneg.analysis.fields import TextField
from esneg.analysis.settings import AnalysisSettings
from esneg.audit.families import Family
from esneg.audit.probe import languages_of


@dataclass(slots=True)
class Group:
    """One distinct analysis.

    Attributes:
        settings: the analysis settings.
        languages: the languages to probe with.
        members: the fields, each with the family of indices that has it.
    """

    settings: AnalysisSettings
    languages: tuple[str, ...]
    members: list[tuple[Family, TextField]] = field(default_factory=list)

    def places(self) -> Iterator[tuple[str, TextField]]:
        """Every index and field of the group."""
        return ((name, member) for family, member in self.members for name in family.names)

    def representatives(self, count: int) -> list[tuple[str, TextField]]:
        """Some places in different indices: one may be broken where the analysis is not."""
        by_index: dict[str, TextField] = {}
        for family, member in self.members:
            for name in islice(family.names, count):
                by_index.setdefault(name, member)
            if len(by_index) >= count:
                break
        return list(by_index.items())[:count]


def group(families: Iterable[Family], languages: Sequence[str]) -> list[Group]:
    """Gathers the fields that can lose something by what decides their analysis.

    Args:
        languages: to probe with; by default each field's own, taken from its analyzers.
    """
    groups: dict[tuple[object, ...], Group] = {}
    for family in families:
        canonical = family.settings.canonical()
        for found in family.fields:
            if nothing_to_lose(found) is not None:
                continue
            spoken = tuple(languages) or languages_of(found, family.settings)
            key = (
                canonical,
                found.type,
                found.analyzer,
                found.search_analyzer,
                found.search_quote_analyzer,
                found.normalizer,
                found.index_options,
                spoken,
            )
            groups.setdefault(key, Group(family.settings, spoken)).members.append((family, found))
    return list(groups.values())


def nothing_to_lose(found: TextField) -> str | None:
    """Why nothing can be lost or searched on a field; None when something can."""
    if not found.analyzed:
        return f"{found.described}: its values are not analyzed"
    if not found.indexed:
        return "not indexed: it cannot be searched"
    return None
