"""Makes the templates of ``index_templates/`` from ``esneg/negation`` (``scripts/build-index-templates``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from esneg.analysis import builtin
from esneg.analysis.keeping import Variant, analyzer_name, builtin_analyzer, keeping_analysis
from esneg.analysis.polarity import polarity_analysis, polarity_field
from esneg.clusters.base import Engine
from esneg.negation import Language, available, load
from esneg.templates.model import Template
from esneg.templates.vector import VECTOR, vector_template

TEXT_FIELDS = ("title", "text")
"""The fields that a template gives the language's analyzers."""

METADATA = "esneg-metadata"

_PRIORITY = 200
"""Above the engines' own templates, which have 100."""

_OWN_CODES = {"brazilian": "pt-br"}
"""What to call a template whose analyzer is its language's second one."""


@dataclass(frozen=True)
class Edition:
    """One set of templates: a language with one of the engines' analyzers for it.

    Attributes:
        code: the end of the templates' names: "en", "pt-br".
        language: the language; its first built-in analyzer is this edition's.
    """

    code: str
    language: Language


def editions() -> list[Edition]:
    """One for each language that the engines have an analyzer for, and for each further analyzer of a language."""
    found = []
    for language in map(load, available()):
        first = builtin_analyzer(language)
        if first is not None:
            found.append(Edition(language.code, language))
        for name in language.analyzers:
            if name != first and name in _OWN_CODES and builtin.chain(name, {}) is not None:
                found.append(Edition(_OWN_CODES[name], replace(language, analyzers=(name,))))
    return found


def all_templates(engine: Engine) -> list[Template]:
    """Every template for an engine, with its mark, in the order of their names."""
    made = [metadata_template(), vector_template(engine), *search_pipelines(engine)]
    for edition in editions():
        made += edition_templates(edition)
    return sorted((each.marked() for each in made), key=lambda each: each.name)


def edition_templates(edition: Edition) -> Iterator[Template]:
    """The component template and the index template of an edition, plain and ``-compact``."""
    variants: tuple[tuple[Variant, str], ...] = (("default", ""), ("compact", "-compact"))
    for variant, suffix in variants:
        name = f"{edition.code}{suffix}"
        yield Template(f"esneg-text-{name}", "component_template", text_body(edition.language, variant))
        yield Template(f"esneg-hybrid-{name}", "index_template", _hybrid_body(name))


def text_body(language: Language, variant: Variant) -> dict[str, Any]:
    """The analysis of a language, and the text fields that use it."""
    analysis = _merged(keeping_analysis(language, (variant, "exact")), polarity_analysis(language))
    field = {
        **_text_field(analyzer_name(language, variant)),
        "fields": {
            "exact": _text_field(analyzer_name(language, "exact")),
            "polarity": polarity_field(language),
        },
    }
    return {
        "template": {
            "settings": {"analysis": analysis},
            "mappings": {
                "_meta": {"esneg": {"language": language.code}},
                "properties": dict.fromkeys(TEXT_FIELDS, field),
            },
        }
    }


def _text_field(analyzer: str) -> dict[str, str]:
    # The search side is named too: OpenSearch lets `default_search` win over a field's `analyzer`.
    return {"type": "text", "analyzer": analyzer, "search_analyzer": analyzer}


def _hybrid_body(name: str) -> dict[str, Any]:
    return {
        "index_patterns": [f"esneg-hybrid-{name}-*"],
        "composed_of": [f"esneg-text-{name}", VECTOR, METADATA],
        # "esneg-hybrid-pt-br-*" lies within "esneg-hybrid-pt-*": the longer name wins.
        "priority": _PRIORITY + name.count("-"),
    }


def metadata_template() -> Template:
    """The component with what one usually knows of a passage."""
    keyword, date = {"type": "keyword"}, {"type": "date"}
    properties = {
        "document_id": keyword,
        "chunk": {"type": "integer"},
        "source": keyword,
        "url": keyword,
        "author": keyword,
        "language": keyword,
        "tags": keyword,
        "published_at": date,
        "updated_at": date,
    }
    # A string that nobody has foreseen is a label, not prose: prose belongs into a field that keeps negation.
    labels = {
        "path_match": "metadata.*",
        "match_mapping_type": "string",
        "mapping": {"type": "keyword", "ignore_above": 1024},
    }
    mappings = {
        "dynamic_templates": [{"esneg_metadata_strings": labels}],
        "properties": {"metadata": {"properties": properties}},
    }
    return Template(METADATA, "component_template", {"template": {"mappings": mappings}})


def search_pipelines(engine: Engine) -> list[Template]:
    """The pipelines that fuse the legs of a ``hybrid`` query by reciprocal rank; Elasticsearch needs none."""
    if engine != "opensearch":
        return []
    weighted = "for two legs, words first and vectors second (OpenSearch 3.1 or later)"
    return [
        _rrf("esneg-rrf", "reciprocal rank fusion, every leg counts the same (OpenSearch 2.19 or later)"),
        _rrf("esneg-rrf-words", f"reciprocal rank fusion, words 0.7 and vectors 0.3; {weighted}", (0.7, 0.3)),
        _rrf(
            "esneg-rrf-vectors", f"reciprocal rank fusion, words 0.3 and vectors 0.7; {weighted}", (0.3, 0.7)
        ),
    ]


def _rrf(name: str, description: str, weights: tuple[float, ...] = ()) -> Template:
    # 60 is the constant of Cormack, Clarke & Büttcher, "Reciprocal Rank Fusion outperforms Condorcet" (SIGIR 2009).
    combination: dict[str, Any] = {"technique": "rrf", "rank_constant": 60}
    if weights:
        combination["parameters"] = {"weights": list(weights)}
    body = {
        "description": f"esneg: {description}",
        "phase_results_processors": [{"score-ranker-processor": {"combination": combination}}],
    }
    return Template(name, "search_pipeline", body)


def _merged(*analyses: Mapping[str, Any]) -> dict[str, Any]:
    """Several ``settings.analysis`` in one; what they share has to be the same."""
    merged: dict[str, dict[str, Any]] = {}
    for section, name, definition in _definitions(analyses):
        known = merged.setdefault(section, {}).setdefault(name, definition)
        if known != definition:
            raise ValueError(f"two definitions of {section} {name}")
    return merged


def _definitions(analyses: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str, Any]]:
    for analysis in analyses:
        for section, definitions in analysis.items():
            for name, definition in definitions.items():
                yield section, name, definition
