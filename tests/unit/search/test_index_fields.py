"""What a mapping says to a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from esneg.errors import UsageError
from esneg.search.index_fields import IndexFields

VECTOR = {"type": "dense_vector", "dims": 3}
TEXT = {"type": "text", "fields": {"english": {"type": "text", "analyzer": "english"}}}


def fields(*mappings: dict[str, Any]) -> IndexFields:
    return IndexFields(
        "docs", {f"docs-{number}": {"properties": each} for number, each in enumerate(mappings)}
    )


def test_the_only_text_field_and_the_only_vector_field_are_found() -> None:
    one = fields({"body": TEXT, "meta": {"properties": {"v": VECTOR}}, "tag": {"type": "keyword"}})

    assert one.only_text_field() == "body"
    assert one.only_vector_field() == "meta.v"


def test_of_several_text_fields_the_one_of_esnegs_templates_is_taken() -> None:
    assert fields({"domain": TEXT, "text": TEXT}).only_text_field() == "text"


@pytest.mark.parametrize(
    ("mapping", "ask", "message"),
    [
        ({"a": TEXT, "b": TEXT}, IndexFields.only_text_field, "docs has several text fields: a, b"),
        ({"v": VECTOR}, IndexFields.only_text_field, "docs has no text field"),
        ({"v": VECTOR, "w": VECTOR}, IndexFields.only_vector_field, "docs has several vector fields: v, w"),
        ({"a": TEXT}, IndexFields.only_vector_field, "docs has no vector field"),
    ],
)
def test_a_choice_is_left_to_the_user(
    mapping: dict[str, Any], ask: Callable[[IndexFields], str], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        ask(fields(mapping))


def test_behind_an_alias_only_common_fields_count() -> None:
    assert fields({"a": TEXT, "b": TEXT}, {"b": TEXT}).only_text_field() == "b"


def test_weights_and_patterns_in_names_of_text_fields_are_understood() -> None:
    fields({"title": TEXT}).check_text(["title^2", "title.english", "t*"])


def test_a_missing_text_field_is_named_with_those_that_exist() -> None:
    with pytest.raises(UsageError, match="docs-1 has no field title") as caught:
        fields({"title": TEXT}, {"body": TEXT}).check_text(["title"])
    assert "no text field" in caught.value.remedy


def test_a_field_that_is_no_vector_is_named_with_its_type() -> None:
    with pytest.raises(UsageError, match="docs-0 has no vector field body; its body is of type text"):
        fields({"body": TEXT}).check_vector("body")


@pytest.mark.parametrize("spec", [VECTOR, {"type": "knn_vector", "dimension": 3}])
def test_vectors_of_another_length_are_noticed_on_both_engines(spec: dict[str, Any]) -> None:
    one = fields({"v": spec})
    one.check_dims("v", 3)
    with pytest.raises(UsageError, match="makes vectors of 4 numbers, and v of docs-0 holds 3"):
        one.check_dims("v", 4)


def test_indices_embedded_differently_cannot_be_searched_together() -> None:
    def noted(model: str) -> dict[str, Any]:
        return {"_meta": {"esneg": {"embedder": {"model": model}}}}

    with pytest.raises(UsageError, match="docs-a and docs-b were embedded differently"):
        IndexFields("docs-*", {"docs-a": noted("one"), "docs-b": noted("other")}).embedder()
    assert IndexFields("docs-*", {"docs-a": noted("one")}).embedder() == {"model": "one"}
