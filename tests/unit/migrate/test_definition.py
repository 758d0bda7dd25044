from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.errors import UsageError
from esneg.migrate.definition import Change, carried, changes, merged, repaired

SETTINGS = {
    "uuid": "x",
    "creation_date": "1",
    "provided_name": "a",
    "version": {"created": "8"},
    "resize": {"source": {"name": "b"}},
    "routing": {
        "allocation": {"initial_recovery": {"_id": None}, "include": {"_tier_preference": "data_content"}}
    },
    "number_of_shards": "2",
    "number_of_replicas": "1",
    "refresh_interval": "7s",
    "lifecycle": {"name": "hot-warm"},
    "blocks": {"read_only": "true"},
    "default_pipeline": "clean",
    "analysis": {"filter": {"stop.words": {"type": "stop", "stopwords": ["a"]}}},
}


def test_what_the_engine_writes_itself_is_left_out_and_what_a_person_wrote_is_kept() -> None:
    definition, left = carried(SETTINGS, {"dynamic": "strict"})
    assert definition.settings == {
        "routing.allocation.include._tier_preference": "data_content",
        "number_of_shards": "2",
        "number_of_replicas": "1",
        "refresh_interval": "7s",
        "default_pipeline": "clean",
        "analysis": {"filter": {"stop": {"words.type": "stop", "words.stopwords": ["a"]}}},
    }
    assert [each.what for each in left] == [
        "setting index.lifecycle.name: hot-warm",
        "setting index.blocks.read_only: true",
    ]
    assert all(each.reason for each in left)


def test_while_it_is_filled_a_target_has_no_replica_refresh_or_pipeline_and_gets_them_back() -> None:
    definition, _ = carried(SETTINGS, {})
    copying = definition.for_copying()
    assert (copying["number_of_replicas"], copying["refresh_interval"], copying["hidden"]) == (
        "0",
        "-1",
        "true",
    )
    assert copying["default_pipeline"] == copying["final_pipeline"] == "_none"
    assert definition.after_copying() == {
        "number_of_replicas": "1",
        "refresh_interval": "7s",
        "default_pipeline": "clean",
        "auto_expand_replicas": None,
        "final_pipeline": None,
    }


def test_a_patch_is_read_however_its_settings_are_written() -> None:
    source, _ = carried({"refresh_interval": "1s"}, {})
    written = [
        {"settings": {"index": {"refresh_interval": "5s"}}},
        {"settings": {"index.refresh_interval": "5s"}},
        {"settings": {"refresh_interval": "5s"}},
    ]
    assert [repaired(source, patch).settings for patch in written] == [{"refresh_interval": "5s"}] * 3


def test_null_takes_away() -> None:
    source, _ = carried({"refresh_interval": "1s"}, {"properties": {"a": {"type": "text", "analyzer": "x"}}})
    patch = {
        "settings": {"refresh_interval": None},
        "mappings": {"properties": {"a": {"analyzer": None}}},
    }
    after = repaired(source, patch)
    assert (after.settings, after.mappings) == ({}, {"properties": {"a": {"type": "text"}}})
    assert changes(source, after) == [
        Change("mappings.properties.a.analyzer", "x", None),
        Change("settings.refresh_interval", "1s", None),
    ]


def test_a_number_and_its_text_are_no_change() -> None:
    before, _ = carried({"number_of_shards": "2", "hidden": "true"}, {})
    after = repaired(before, {"settings": {"number_of_shards": 2, "hidden": True}})
    assert changes(before, after) == []


@pytest.mark.parametrize("patch", [{"mapping": {}}, {"settings": []}, {"mappings": "x"}])
def test_a_patch_of_another_form_is_refused(patch: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="settings and mappings"):
        repaired(carried({}, {})[0], patch)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=2), values, max_size=4)


@given(objects, objects)
def test_merging_a_patch_twice_is_merging_it_once(base: dict[str, object], patch: dict[str, object]) -> None:
    once = merged(base, patch)
    assert merged(once, patch) == once
    assert json.dumps(once) is not None


@given(objects)
def test_an_empty_patch_changes_nothing(base: dict[str, object]) -> None:
    assert merged(base, {}) == base
