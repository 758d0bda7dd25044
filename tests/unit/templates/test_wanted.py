from __future__ import annotations

from typing import Any

import pytest

from esneg.errors import UsageError
from esneg.templates.catalogue import catalogue, names_to_apply
from esneg.templates.model import KINDS
from esneg.templates.vector import vector_template
from esneg.templates.wanted import Parameters, wanted


def test_an_index_template_brings_its_components_before_it() -> None:
    found = wanted("opensearch", ["esneg-hybrid-en"])
    assert {each.name for each in found} == {
        "esneg-text-en",
        "esneg-vector",
        "esneg-metadata",
        "esneg-rrf",
        "esneg-hybrid-en",
    }
    assert [KINDS.index(each.kind) for each in found] == sorted(KINDS.index(each.kind) for each in found)
    assert "esneg-rrf" not in {each.name for each in wanted("elasticsearch", ["esneg-hybrid-en"])}


def test_other_dimensions_are_another_component_that_the_template_is_composed_of() -> None:
    found = {each.name: each for each in wanted("opensearch", ["esneg-hybrid-en"], Parameters(dims=768))}
    assert "esneg-vector" not in found
    assert "esneg-vector-768-cosine" in found["esneg-hybrid-en"].components


def test_parameters_are_recorded_and_read_back() -> None:
    parameters = Parameters(("a-*", "b-*"), 317, 2, 768, "dot_product")
    (template,) = (
        each
        for each in wanted("elasticsearch", ["esneg-hybrid-en"], parameters)
        if each.kind == "index_template"
    )
    assert Parameters.read(template.meta["parameters"]) == parameters
    assert Parameters().recorded() == {}


@pytest.mark.parametrize(
    ("names", "given", "message"),
    [
        (["esneg-text-en"], {"patterns": ("a-*",)}, "no index template, so no patterns of one"),
        (["esneg-text-en"], {"dims": 3}, "no vector field"),
        (["esneg-hybrid-en", "esneg-hybrid-de"], {"patterns": ("a-*",)}, "one pattern for several"),
    ],
)
def test_parameters_without_their_template_are_refused(
    names: list[str], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        wanted("opensearch", names, Parameters(**given))


@pytest.mark.parametrize(
    "given",
    [{"priority": -1}, {"replicas": -1}, {"patterns": ("a,b",)}, {"patterns": ("",)}, {"patterns": ("_x",)}],
)
def test_parameters_that_no_engine_takes_are_refused_at_once(given: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Parameters(**given)


@pytest.mark.parametrize("dims", [0, -3, 4097])
def test_dimensions_that_no_engine_takes_are_refused(dims: int) -> None:
    with pytest.raises(UsageError, match="1 to 4096"):
        vector_template("opensearch", dims)


def test_the_catalogue_lists_a_language_with_its_second_analyzer() -> None:
    names = {entry.name for entry in catalogue("opensearch", ["pt"])}
    assert {"esneg-hybrid-pt", "esneg-hybrid-pt-br", "esneg-text-pt-br-compact"} <= names
    with pytest.raises(UsageError, match="no templates for language tlh"):
        catalogue("opensearch", ["tlh"])


def test_names_and_languages_are_one_list_and_none_at_all_is_an_error() -> None:
    assert names_to_apply(["esneg-hybrid-en"], ["en", "fr"]) == ["esneg-hybrid-en", "esneg-hybrid-fr"]
    with pytest.raises(UsageError, match="which templates"):
        names_to_apply([], [])
