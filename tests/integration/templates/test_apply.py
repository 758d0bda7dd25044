"""Templates put into real clusters: what is there is respected, and what comes of them is audited."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from engines.pool import RunningEngine

from esneg.errors import NotFound, UsageError
from esneg.templates.apply import Applied, apply
from esneg.templates.drift import drift
from esneg.templates.remove import remove
from esneg.templates.wanted import Parameters

pytestmark = pytest.mark.engines("opensearch-3.5", "opensearch-2.19", "elasticsearch-8.19")

HYBRID, TEXT, VECTOR, METADATA = "esneg-hybrid-sv", "esneg-text-sv", "esneg-vector", "esneg-metadata"
OTHER_VECTOR = "esneg-vector-8-l2_norm"
INDEX_TEMPLATES, COMPONENTS = "/_index_template", "/_component_template"


def delete(engine: RunningEngine, path: str) -> None:
    with contextlib.suppress(NotFound):
        engine.cluster.request("DELETE", path)


@pytest.fixture
def clean(engine: RunningEngine) -> Iterator[str]:
    """The engine without these templates, before and after; a name for an index template of somebody else's."""
    other = f"esneg-test-{uuid.uuid4().hex[:8]}"

    def wipe() -> None:
        for name in (HYBRID, other):
            delete(engine, f"{INDEX_TEMPLATES}/{name}")
        for name in (TEXT, VECTOR, METADATA, OTHER_VECTOR):
            delete(engine, f"{COMPONENTS}/{name}")

    wipe()
    yield other
    wipe()


def actions(done: Applied) -> dict[str, str]:
    return {s.template.name: s.action for s in done.steps if s.template.kind != "search_pipeline"}


def put_other(engine: RunningEngine, name: str, pattern: str, priority: int) -> None:
    body = {"index_patterns": [pattern], "priority": priority, "template": {}}
    engine.cluster.request("PUT", f"{INDEX_TEMPLATES}/{name}", body=body)


def body_of(engine: RunningEngine, name: str) -> dict[str, Any]:
    answer = engine.cluster.request("GET", f"{INDEX_TEMPLATES}/{name}")
    body: dict[str, Any] = answer["index_templates"][0]["index_template"]
    return body


def indices(engine: RunningEngine) -> set[str]:
    answer = engine.cluster.request(
        "GET", "/_all", params={"expand_wildcards": "all", "filter_path": "*.aliases"}
    )
    return {name for name in answer if "esneg-scratch" in name and "-sv-" in name}


def test_apply_puts_the_components_first_audits_an_index_and_leaves_none_behind(
    engine: RunningEngine, clean: str
) -> None:
    done = apply(engine.cluster, [HYBRID])
    assert actions(done) == {TEXT: "create", VECTOR: "create", METADATA: "create", HYBRID: "create"}
    assert done.is_well
    report = done.audits[HYBRID]
    assert (report.findings, report.unaudited, report.languages) == ((), (), ("sv",))
    assert report.fields == 6
    assert indices(engine) == set()


def test_apply_again_changes_nothing_and_other_parameters_are_an_update(
    engine: RunningEngine, clean: str
) -> None:
    apply(engine.cluster, [HYBRID])
    assert set(actions(apply(engine.cluster, [HYBRID])).values()) == {"unchanged"}

    wanted = Parameters(("esneg-test-sv-*",), priority=317, replicas=0, dims=8, similarity="l2_norm")
    done = apply(engine.cluster, [HYBRID], wanted)
    assert actions(done) == {
        TEXT: "unchanged",
        OTHER_VECTOR: "create",
        METADATA: "unchanged",
        HYBRID: "update",
    }
    body = body_of(engine, HYBRID)
    assert (body["index_patterns"], body["priority"]) == (["esneg-test-sv-*"], 317)
    assert body["composed_of"] == [TEXT, OTHER_VECTOR, METADATA]
    assert [(each.template.name, each.state) for each in drift(engine.cluster, [HYBRID, OTHER_VECTOR])] == [
        (HYBRID, "same"),
        (OTHER_VECTOR, "same"),
    ]


def test_the_index_of_such_a_template_takes_a_vector_of_these_dimensions(
    engine: RunningEngine, clean: str
) -> None:
    wanted = Parameters(("esneg-test-sv-*",), replicas=0, dims=8, similarity="l2_norm")
    apply(engine.cluster, [HYBRID], wanted)
    index = f"esneg-test-sv-{uuid.uuid4().hex[:8]}"
    passage = {"text": "Ingen parkering.", "metadata": {"source": "a", "shelf": "b"}}
    try:
        good = engine.cluster.bulk_index(index, [("1", {**passage, "vector": [1.0] * 8})])
        bad = engine.cluster.bulk_index(index, [("2", {**passage, "vector": [1.0] * 9})])
        mapping = engine.cluster.request("GET", f"/{index}/_mapping")[index]["mappings"]["properties"]
    finally:
        engine.cluster.delete_index(index, missing_ok=True)
    assert good == []
    assert len(bad) == 1
    assert mapping["metadata"]["properties"]["shelf"]["type"] == "keyword"


def test_a_dry_run_writes_nothing(engine: RunningEngine, clean: str) -> None:
    done = apply(engine.cluster, [HYBRID], dry_run=True)
    assert set(actions(done).values()) == {"create"}
    assert done.audits == {}
    with pytest.raises(NotFound):
        body_of(engine, HYBRID)


def test_a_template_that_esneg_did_not_make_is_overwritten_by_force_only(
    engine: RunningEngine, clean: str
) -> None:
    put_other(engine, HYBRID, "esneg-test-theirs-*", 17)
    with pytest.raises(UsageError, match="not overwritten: esneg-hybrid-sv; nothing was applied"):
        apply(engine.cluster, [HYBRID])
    with pytest.raises(NotFound):
        engine.cluster.request("GET", f"{COMPONENTS}/{TEXT}")
    assert [each.state for each in drift(engine.cluster, [HYBRID])] == ["foreign"]
    assert [each.action for each in remove(engine.cluster, [HYBRID])] == ["keep"]

    assert actions(apply(engine.cluster, [HYBRID], force=True))[HYBRID] == "overwrite"
    assert [each.state for each in drift(engine.cluster, [HYBRID])] == ["same"]


def test_a_template_changed_by_hand_shows_as_drift_and_is_not_overwritten(
    engine: RunningEngine, clean: str
) -> None:
    apply(engine.cluster, [HYBRID])
    changed = body_of(engine, HYBRID) | {"priority": 203}
    engine.cluster.request("PUT", f"{INDEX_TEMPLATES}/{HYBRID}", body=changed)

    (found,) = drift(engine.cluster, [HYBRID])
    assert found.state == "changed"
    assert [(each.path, each.before, each.after) for each in found.changes] == [("priority", "203", "200")]
    with pytest.raises(UsageError, match="not overwritten") as caught:
        apply(engine.cluster, [HYBRID])
    assert caught.value.details == ("esneg-hybrid-sv: it was changed since esneg made it",)


def test_a_template_of_another_version_is_outdated_and_updated(engine: RunningEngine, clean: str) -> None:
    from esneg.templates.model import Template
    from esneg.templates.packaged import named

    body = {**named(engine.cluster.info.engine, METADATA).body, "version": 1}
    older = Template(METADATA, "component_template", body).marked()
    engine.cluster.request("PUT", older.path, body=older.body)
    assert [each.state for each in drift(engine.cluster, [METADATA])] == ["outdated"]
    assert actions(apply(engine.cluster, [METADATA])) == {METADATA: "update"}


def test_another_template_of_the_same_priority_is_refused_before_anything_is_written(
    engine: RunningEngine, clean: str
) -> None:
    put_other(engine, clean, "esneg-hybrid-sv*", 200)
    with pytest.raises(UsageError, match="has the same priority, 200; nothing was applied"):
        apply(engine.cluster, [HYBRID])


def test_a_template_that_would_win_is_refused_and_one_that_loses_is_named(
    engine: RunningEngine, clean: str
) -> None:
    put_other(engine, clean, "esneg-hybrid-sv*", 999)
    with pytest.raises(UsageError, match="would win with its priority of 999"):
        apply(engine.cluster, [HYBRID])
    put_other(engine, clean, "esneg-hybrid-sv*", 3)
    done = apply(engine.cluster, [HYBRID])
    assert [(each.name, each.priority, each.effect) for each in done.overlaps[HYBRID]] == [
        (clean, 3, "loses")
    ]


def test_a_pattern_that_is_the_full_name_of_an_index_is_audited_under_another_name(
    engine: RunningEngine, clean: str
) -> None:
    done = apply(engine.cluster, [HYBRID], Parameters(("esneg-test-sv-one",)))
    assert done.is_well
    assert done.audits[HYBRID].fields == 6


def test_a_component_alone_is_audited_too(engine: RunningEngine, clean: str) -> None:
    done = apply(engine.cluster, [TEXT])
    assert actions(done) == {TEXT: "create"}
    assert done.is_well
    assert done.audits[TEXT].fields == 6


def test_remove_takes_the_index_template_then_what_nobody_needs(engine: RunningEngine, clean: str) -> None:
    apply(engine.cluster, [HYBRID])
    user = {"index_patterns": ["esneg-test-user-*"], "composed_of": [METADATA]}
    engine.cluster.request("PUT", f"{INDEX_TEMPLATES}/{clean}", body=user)

    would = remove(engine.cluster, [HYBRID], dry_run=True)
    assert body_of(engine, HYBRID)
    done = remove(engine.cluster, [HYBRID])
    assert done == would
    assert done[0].template.name == HYBRID
    assert {each.template.name: each.action for each in done} == {
        HYBRID: "remove",
        TEXT: "remove",
        VECTOR: "remove",
        METADATA: "keep",
    }
    assert {each.reason for each in done if each.action == "keep"} == {f"in use by {clean}"}
    with pytest.raises(UsageError, match="the cluster has no template esneg-hybrid-sv"):
        remove(engine.cluster, [HYBRID])


def test_a_pipeline_that_the_cluster_cannot_run_is_skipped_with_the_reason(
    engine: RunningEngine, clean: str
) -> None:
    pipelines = [
        s for s in apply(engine.cluster, [HYBRID], dry_run=True).steps if s.template.name == "esneg-rrf"
    ]
    if engine.cluster.info.engine == "elasticsearch":
        assert pipelines == []
    elif engine.cluster.capabilities().rrf:
        assert [step.action for step in pipelines] in (["create"], ["unchanged"])
    else:
        assert [step.action for step in pipelines] == ["skipped"]
        assert "neural-search absent" in pipelines[0].reason
