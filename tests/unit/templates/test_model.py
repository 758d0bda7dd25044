from __future__ import annotations

import pytest

from esneg.templates.differences import Difference, differences
from esneg.templates.model import Template, content_hash
from esneg.templates.packaged import named, packaged

AS_PUT = {
    "template": {"settings": {"analysis": {"filter": {"x": {"min": 3, "on": True}}}, "index.knn": True}}
}
AS_GIVEN_BACK = {
    "template": {
        "settings": {"index": {"knn": "true", "analysis": {"filter": {"x": {"on": "true", "min": "3"}}}}}
    }
}


def test_the_hash_is_the_same_however_the_engine_spells_settings() -> None:
    assert content_hash(AS_PUT) == content_hash(AS_GIVEN_BACK)
    assert differences(AS_PUT, AS_GIVEN_BACK) == []


def test_the_hash_leaves_out_the_mark_and_sees_every_value() -> None:
    assert content_hash({**AS_PUT, "_meta": {"made_by": "x"}}) == content_hash(AS_PUT)
    assert content_hash({**AS_PUT, "priority": 1}) != content_hash({**AS_PUT, "priority": 2})


def test_a_difference_names_the_place_and_both_values() -> None:
    before = {"index_patterns": ["a-*"], "priority": 1, "template": {"settings": {"number_of_replicas": 1}}}
    after = {"index_patterns": ["a-*"], "priority": 2, "composed_of": ["c"], "template": {"settings": {}}}
    assert set(map(str, differences(before, after))) == {
        str(Difference("priority", "1", "2")),
        str(Difference("composed_of", None, ["c"])),
        str(Difference("template.settings.index.number_of_replicas", "1", None)),
    }


def test_only_what_bears_the_mark_is_ours_and_a_changed_body_is_not_as_made() -> None:
    ours = named("opensearch", "esneg-hybrid-en")
    assert ours.is_ours
    assert ours.is_as_made
    changed = Template(ours.name, ours.kind, {**ours.body, "priority": 7})
    assert changed.is_ours
    assert not changed.is_as_made
    assert not Template(ours.name, ours.kind, {"index_patterns": ["x"]}).is_ours


def test_a_name_that_is_not_there_is_one_line_with_the_next_step() -> None:
    from esneg.errors import UsageError

    with pytest.raises(UsageError, match="no template 'esneg-hybrid-tlh' for opensearch") as caught:
        named("opensearch", "esneg-hybrid-tlh")
    assert "esneg templates list" in caught.value.remedy


def test_the_engines_have_the_same_templates_but_for_the_pipelines() -> None:
    opensearch = {name for name, each in packaged("opensearch").items() if each.kind != "search_pipeline"}
    assert opensearch == packaged("elasticsearch").keys()
