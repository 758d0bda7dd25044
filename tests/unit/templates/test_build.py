from __future__ import annotations

from typing import get_args

import pytest

from esneg.analysis.builtin import language_analyzers
from esneg.analysis.keeping import builtin_analyzer
from esneg.clusters.base import Engine
from esneg.templates.build import all_templates, editions
from esneg.templates.model import Template
from esneg.templates.packaged import directory, file_name, packaged, written

ENGINES = get_args(Engine)


@pytest.mark.parametrize("family", ENGINES)
def test_the_committed_files_are_the_generated_ones(family: Engine) -> None:
    generated = {file_name(template): written(template) for template in all_templates(family)}
    committed = {path.name: path.read_text("utf-8") for path in directory(family).glob("*")}
    assert committed.keys() == generated.keys(), "run scripts/build-index-templates"
    changed = [name for name in committed if committed[name] != generated[name]]
    assert changed == [], "run scripts/build-index-templates"


@pytest.mark.parametrize("family", ENGINES)
def test_the_package_reads_back_what_was_generated(family: Engine) -> None:
    assert packaged(family) == {template.name: template for template in all_templates(family)}


def templates_of(family: Engine, kind: str) -> list[Template]:
    return [template for template in packaged(family).values() if template.kind == kind]


@pytest.mark.parametrize("family", ENGINES)
def test_every_template_bears_esnegs_mark_and_the_hash_of_its_content(family: Engine) -> None:
    for template in packaged(family).values():
        assert template.is_ours, template.name
        assert template.is_as_made, template.name


@pytest.mark.parametrize("family", ENGINES)
def test_an_index_template_is_composed_of_packaged_components_only(family: Engine) -> None:
    components = {template.name for template in templates_of(family, "component_template")}
    for template in templates_of(family, "index_template"):
        assert len(template.components) == 3
        assert set(template.components) <= components


@pytest.mark.parametrize("family", ENGINES)
def test_where_patterns_overlap_the_longer_one_has_the_higher_priority(family: Engine) -> None:
    ranked = [
        (t.body["index_patterns"][0], t.body["priority"]) for t in templates_of(family, "index_template")
    ]
    for outer, low in ranked:
        for inner, high in ranked:
            if inner != outer and inner.startswith(outer.rstrip("*")):
                assert high > low, (outer, inner)


PLUGINS_AND_FILES = ("icu_", "kuromoji", "nori", "smartcn", "phonetic", "hunspell", "stempel", "ukrainian")


@pytest.mark.parametrize("family", ENGINES)
def test_no_analysis_needs_a_plugin_or_a_file_on_the_nodes(family: Engine) -> None:
    for template in templates_of(family, "component_template"):
        analysis = template.body["template"].get("settings", {}).get("analysis", {})
        for section, definitions in analysis.items():
            for name, definition in definitions.items():
                assert not definition["type"].startswith(PLUGINS_AND_FILES), (template.name, section, name)
                assert not any(key.endswith("_path") for key in definition), (template.name, section, name)


def test_the_compact_stop_list_is_the_engines_own_without_the_cues() -> None:
    body = packaged("opensearch")["esneg-text-en-compact"].body
    words = body["template"]["settings"]["analysis"]["filter"]["esneg_en_stop"]["stopwords"]
    assert len(words) == 31
    assert not {"no", "not"} & set(words)


def test_every_analyzer_that_the_engines_have_for_a_language_serves_a_template() -> None:
    served = {builtin_analyzer(edition.language) for edition in editions()}
    assert served == set(language_analyzers())


def test_elasticsearch_has_no_search_pipeline_and_opensearch_has_three() -> None:
    assert templates_of("elasticsearch", "search_pipeline") == []
    assert len(templates_of("opensearch", "search_pipeline")) == 3
