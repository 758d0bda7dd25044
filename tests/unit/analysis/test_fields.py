from typing import Any

from esneg.analysis.fields import TextField, text_fields


def fields(properties: dict[str, Any], **rest: Any) -> dict[str, TextField]:
    return {field.path: field for field in text_fields({"properties": properties, **rest})}


def test_a_field_without_a_type_is_an_object_and_its_fields_are_found() -> None:
    found = fields({"author": {"properties": {"bio": {"type": "text"}}}})
    assert found["author.bio"].kind == "field"


def test_multi_fields_are_found_under_their_parent_whatever_its_type() -> None:
    found = fields({"sku": {"type": "keyword", "fields": {"text": {"type": "text", "analyzer": "english"}}}})
    assert found["sku.text"].kind == "multi-field"
    assert found["sku.text"].analyzer == "english"
    assert "sku" not in found


def test_fields_of_nested_objects_are_named_as_nested() -> None:
    found = fields(
        {"parts": {"type": "nested", "properties": {"a": {"properties": {"b": {"type": "text"}}}}}}
    )
    assert found["parts.a.b"].described == "text (nested)"


def test_an_alias_has_the_analyzers_of_its_target_and_says_what_it_is() -> None:
    found = fields({"t": {"type": "text", "analyzer": "english"}, "also": {"type": "alias", "path": "t"}})
    assert found["also"].analyzer == "english"
    assert found["also"].described == "alias of t"


def test_an_alias_of_a_number_is_no_text_field() -> None:
    assert fields({"n": {"type": "long"}, "also": {"type": "alias", "path": "n"}}) == {}


def test_flattened_and_runtime_fields_are_named_as_not_analyzed() -> None:
    found = fields(
        {"labels": {"type": "flattened"}, "more": {"type": "flat_object"}},
        runtime={"day": {"type": "keyword"}, "n": {"type": "long"}},
    )
    assert {path: field.analyzed for path, field in found.items()} == {
        "labels": False,
        "more": False,
        "day": False,
    }


def test_a_keyword_counts_only_with_a_normalizer() -> None:
    found = fields({"a": {"type": "keyword"}, "b": {"type": "keyword", "normalizer": "lower"}})
    assert list(found) == ["b"]


def test_a_field_that_is_not_indexed_says_so() -> None:
    assert not fields({"t": {"type": "text", "index": False}})["t"].indexed


def test_the_declared_analyzers_of_every_side_are_read() -> None:
    declared = {"analyzer": "a", "search_analyzer": "b", "search_quote_analyzer": "c"}
    found = fields({"t": {"type": "text", **declared}})["t"]
    assert (found.analyzer, found.search_analyzer, found.search_quote_analyzer) == ("a", "b", "c")


def test_a_mapping_ten_thousand_levels_deep_is_walked() -> None:
    properties: dict[str, Any] = {"t": {"type": "text"}}
    for _ in range(10_000):
        properties = {"o": {"properties": properties}}
    assert len(fields(properties)) == 1
