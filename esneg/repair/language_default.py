"""Gives fields that lose negation esneg's own analyzer of their language, in place of their own."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.analysis.keeping import analyzer_name, keeping_analysis
from esneg.audit import Finding
from esneg.negation import load
from esneg.repair.draft import Draft, specs


def use_language_defaults(draft: Draft, findings: Sequence[Finding]) -> bool:
    """Changes every field with a finding; says whether there was one that was not changed yet.

    A field with findings in several languages gets the analyzer of the first.
    """
    languages: dict[str, str] = {}
    for finding in findings:
        if finding.field and finding.language:
            languages.setdefault(finding.field, finding.language)
    known = draft.changes
    for path, spec in specs(draft.mappings):
        if path in languages and spec.get("type") != "keyword":
            language = load(languages[path])
            name = analyzer_name(language)
            why = f"esneg's own analyzer for {language.name} keeps every cue"
            for section, components in keeping_analysis(language).items():
                for component, definition in components.items():
                    draft.set_component(section, component, definition, why)
            draft.set_in_mapping(path, spec, "analyzer", name, why)
            # Named although it is the same: OpenSearch lets `default_search` win over a field's `analyzer`.
            draft.set_in_mapping(path, spec, "search_analyzer", name, why)
            if "search_quote_analyzer" in spec:
                draft.set_in_mapping(path, spec, "search_quote_analyzer", name, why)
            if "index_options" in spec:
                draft.set_in_mapping(
                    path, spec, "index_options", None, "phrases and intervals need positions"
                )
    return draft.changes != known
