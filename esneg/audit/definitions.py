"""Analysis that waits: defined in an index or a template, and used by no field of an index yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.analysis.cause import first_loss
from esneg.analysis.fields import text_fields
from esneg.analysis.inline import inline_stages
from esneg.analysis.settings import AnalysisSettings
from esneg.audit.model import Subject
from esneg.audit.probe import ProbedPair
from esneg.audit.probe_texts import texts_of
from esneg.clusters import Cluster
from esneg.errors import ClusterError, Unreachable


@dataclass(frozen=True)
class Waiting:
    """One analyzer that waits somewhere.

    Attributes:
        subject, name: what defines it.
        analyzer: its name.
        used_by: what will use it: "field body", "dynamic template strings", "every new text field"; "" when it is
            only defined.
        field: the field that will use it; "" when it is not one field.
        side: the side that it will serve.
        settings: the analysis settings that define it.
    """

    subject: Subject
    name: str
    analyzer: str
    used_by: str
    field: str
    side: str
    settings: AnalysisSettings


@dataclass(frozen=True)
class DefinitionProbe:
    """A waiting analyzer under probe: where it waits, and what it makes of the minimal pairs."""

    waiting: Waiting
    pairs: tuple[ProbedPair, ...]


def waiting_in_index(name: str, settings: AnalysisSettings, mappings: Mapping[str, Any]) -> Iterator[Waiting]:
    """Analyzers of an index that none of its fields uses on any side."""
    fields = [found for found in text_fields(mappings) if found.analyzed and not found.normalizer]
    used = {
        analyzer
        for found in fields
        for analyzer in (
            found.analyzer or "default",
            found.search_analyzer or "default_search",
            found.search_quote_analyzer,
        )
        if analyzer
    }
    yield from _waiting("index", name, settings, mappings, used, fields=False)


def waiting_in_template(
    subject: Subject, name: str, settings: AnalysisSettings, mappings: Mapping[str, Any]
) -> Iterator[Waiting]:
    """Analyzers that the indices of a template will have."""
    yield from _waiting(subject, name, settings, mappings, set(), fields=True)


def _waiting(
    subject: Subject,
    name: str,
    settings: AnalysisSettings,
    mappings: Mapping[str, Any],
    used: set[str],
    *,
    fields: bool,
) -> Iterator[Waiting]:
    def waits(analyzer: str, used_by: str, field: str = "", side: str = "index") -> Waiting:
        return Waiting(subject, name, analyzer, used_by, field, side, settings)

    claims: list[Waiting] = []
    if fields:
        for found in text_fields(mappings):
            for analyzer, side in ((found.analyzer, "index"), (found.search_analyzer, "search")):
                if analyzer:
                    claims.append(waits(analyzer, f"field {found.path}", found.path, side))
    claims += [
        waits(analyzer, f"dynamic template {template}", side=side)
        for template, analyzer, side in _dynamic(mappings)
    ]
    if settings.defines("default"):
        claims.append(waits("default", "every text field that names no analyzer"))
    if settings.defines("default_search"):
        claims.append(
            waits("default_search", "every search on a field without a search_analyzer", side="search")
        )
    claims += [waits(analyzer, "") for analyzer in settings.analyzers()]
    seen = set(used)
    for claim in claims:
        if claim.analyzer not in seen:
            seen.add(claim.analyzer)
            yield claim


def _dynamic(mappings: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    templates = mappings.get("dynamic_templates")
    for entry in templates if isinstance(templates, list) else ():
        for name, template in entry.items() if isinstance(entry, Mapping) else ():
            mapping = template.get("mapping") if isinstance(template, Mapping) else None
            for key, side in (("analyzer", "index"), ("search_analyzer", "search")):
                if isinstance(mapping, Mapping) and mapping.get(key):
                    yield str(name), str(mapping[key]), side


def probe_definitions(
    cluster: Cluster, waiting: Iterable[Waiting], languages: Sequence[str]
) -> Iterator[DefinitionProbe | tuple[Waiting, str]]:
    """Probes each distinct definition once; one that cannot be sent comes back with the reason.

    Args:
        languages: to probe with; by default the analyzer's own, else English.
    """
    done: dict[tuple[str, str, tuple[str, ...]], tuple[ProbedPair, ...] | str] = {}
    for each in waiting:
        spoken = tuple(languages) or each.settings.languages(each.analyzer) or ("en",)
        key = (each.settings.canonical(), each.analyzer, spoken)
        if key not in done:
            try:
                done[key] = _probe(cluster, each, spoken)
            except ValueError as error:
                done[key] = str(error)
            except Unreachable:
                raise
            except ClusterError as error:
                done[key] = error.message
        result = done[key]
        yield (each, result) if isinstance(result, str) else DefinitionProbe(each, result)


def _probe(cluster: Cluster, waiting: Waiting, languages: Sequence[str]) -> tuple[ProbedPair, ...]:
    pairs = [(code, pair) for code in languages for pair in texts_of(code).pairs]
    texts = [text for _, pair in pairs for text in (pair.affirmative, pair.negated)]
    stages = inline_stages(cluster, waiting.settings, waiting.analyzer, texts)
    last = stages[-1][0]
    return tuple(
        ProbedPair(
            code,
            pair,
            not last.tells_apart(2 * n, 2 * n + 1),
            tuple(token.text for token in last.streams[2 * n]),
            tuple(token.text for token in last.streams[2 * n + 1]),
            first_loss(stages, 2 * n, 2 * n + 1),
        )
        for n, (code, pair) in enumerate(pairs)
    )
