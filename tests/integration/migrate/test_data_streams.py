"""Data streams: the template is repaired, the stream rolls over, old backing indices stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from engines.pool import RunningEngine
from fakes.migration import PATCH

from esneg.audit import audit
from esneg.errors import ClusterError, NotFound
from esneg.migrate import resolve
from esneg.migrate.backing import backing_indices
from esneg.migrate.data_stream import migrate_stream, own_template, plan_stream, rollback_stream
from esneg.migrate.errors import MigrationRefused, VerificationFailed

pytestmark = pytest.mark.engines("opensearch-3.5", "opensearch-2.19")


@pytest.fixture
def stream(engine: RunningEngine, fresh_index: str) -> Iterator[str]:
    """A data stream whose template loses negation, shared with a sister stream."""
    cluster = engine.cluster
    body = {"type": "text", "analyzer": "english"}
    template = {
        "index_patterns": [f"{fresh_index}-*"],
        "data_stream": {},
        "priority": 900,
        "_meta": {"owner": "claims"},
        "template": {
            "settings": {"number_of_replicas": 0, "index": {"refresh_interval": "7s"}},
            "mappings": {"properties": {"body": body}},
        },
    }
    cluster.request("PUT", f"/_index_template/{fresh_index}", body=template)
    for each in (f"{fresh_index}-a", f"{fresh_index}-b"):
        cluster.request("PUT", f"/_data_stream/{each}")
    yield f"{fresh_index}-a"
    cluster.request("DELETE", f"/_data_stream/{fresh_index}-a,{fresh_index}-b")
    for each in (fresh_index, own_template(f"{fresh_index}-a")):
        try:
            cluster.request("DELETE", f"/_index_template/{each}")
        except NotFound:
            continue


def test_new_documents_go_into_a_clean_backing_index_and_going_back_rolls_over_again(
    engine: RunningEngine, stream: str
) -> None:
    cluster = engine.cluster
    plan = plan_stream(cluster, stream, PATCH)
    assert plan.old == tuple(backing_indices(cluster, stream))
    assert "mappings.properties.body.analyzer" in {change.path for change in plan.changes}
    made = migrate_stream(cluster, plan)
    assert backing_indices(cluster, stream) == [*plan.old, made]
    assert audit(cluster, [made]).exit_status() == 0
    settings = cluster.request("GET", f"/{made}/_settings")[made]["settings"]["index"]
    assert settings["refresh_interval"] == "7s"
    cluster.request("POST", f"/{stream}/_doc", body={"@timestamp": "2026-01-01", "body": "not covered"})
    assert len(backing_indices(cluster, f"{stream[:-1]}b")) == 1

    assert migrate_stream(cluster, plan) == made, "done twice, it does nothing more"
    with pytest.raises(MigrationRefused, match="nothing to migrate for"):
        migrate_stream(cluster, plan_stream(cluster, stream, PATCH))

    back = rollback_stream(cluster, stream)
    assert backing_indices(cluster, stream) == [*plan.old, made, back]
    assert audit(cluster, [back]).exit_status() == 1
    with pytest.raises(MigrationRefused, match="no migration"):
        rollback_stream(cluster, stream)


def test_a_template_that_would_still_lose_negation_is_not_put(engine: RunningEngine, stream: str) -> None:
    patch = {"settings": {"analysis": {"analyzer": {"mine": {"type": "english"}}}}}
    with pytest.raises(VerificationFailed, match="would still lose negation"):
        migrate_stream(engine.cluster, plan_stream(engine.cluster, stream, patch))
    with pytest.raises(ClusterError):
        engine.cluster.request("GET", f"/_index_template/{own_template(stream)}")
    assert len(backing_indices(engine.cluster, stream)) == 1


def test_an_old_backing_index_is_refused_where_the_engine_cannot_swap_it(
    engine: RunningEngine, stream: str
) -> None:
    from esneg.migrate import MigrateOptions, plan

    (old,) = backing_indices(engine.cluster, stream)
    subject = resolve(engine.cluster, old)
    assert (subject.kind, subject.stream) == ("backing", stream)
    made = plan(engine.cluster, subject, PATCH, MigrateOptions())
    assert any("cannot put another index behind" in each for each in made.blockers)
