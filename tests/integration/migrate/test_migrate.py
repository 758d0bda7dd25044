"""Migrations on real engines that nothing disturbs: what is carried, compared, switched and undone."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.migration import PATCH, QUICK, Notes, Old, checksum, make_old, run, watching

from esneg.audit import audit
from esneg.errors import RequestFailed
from esneg.migrate import MigrateOptions, delete_source, plan, resolve, rollback
from esneg.migrate.errors import MigrationRefused, VerificationFailed
from esneg.migrate.targets import Choice


def aliases(old: Old) -> dict[str, Any]:
    answer = old.cluster.request("GET", f"/{old.stem}*/_alias", params={"expand_wildcards": "all"})
    return {index: found["aliases"] for index, found in answer.items()}


@pytest.mark.parametrize("kind", ["alias", "index"])
def test_every_document_goes_over_byte_for_byte_and_the_name_leads_to_the_clean_index(
    engine: RunningEngine, stem: str, kind: str
) -> None:
    old = make_old(engine.cluster, stem, kind)
    pretty = '{\n "body": "not  covered",\n "price": 1.10, "rate": 1E5, "u": "\\u00e9"}'
    path = f"/{old.index}/_doc/a%2Fb%20%C3%A9"
    old.cluster.request("PUT", path, params={"routing": "north", "refresh": True}, body=pretty)
    before = old.checksum()
    with watching(engine.url, stem) as watch:
        outcome = run(old.cluster, stem, sample=None, allow_findings=False)
    assert (outcome.documents, outcome.compared) == (31, 31)
    assert old.checksum() == before == checksum(old.cluster, outcome.kept)
    assert watch.totals == {31}
    # A search under way when a real index goes may meet the index's end; behind an alias there is no such moment.
    assert kind == "index" or watch.failures == []
    assert audit(old.cluster, [stem]).exit_status() == 0
    settings = old.cluster.request("GET", f"/{outcome.target}/_settings")[outcome.target]["settings"]["index"]
    assert "refresh_interval" not in settings
    assert "hidden" not in settings
    assert settings["number_of_replicas"] == "0"
    old.cluster.bulk_index(stem, [("later", {"body": "written through the name"})])


@pytest.mark.parametrize("kind", ["alias", "index"])
def test_rolling_back_swaps_the_name_and_allows_writes_again(
    engine: RunningEngine, stem: str, kind: str
) -> None:
    old = make_old(engine.cluster, stem, kind)
    before = old.checksum()
    outcome = run(old.cluster, stem)
    rollback(old.cluster, stem, options=MigrateOptions(timing=QUICK))
    assert list(old.cluster.request("GET", f"/{stem}/_alias")) == [outcome.kept]
    assert old.checksum() == before
    assert not old.cluster.bulk_index(stem, [("new", {"body": "x"})])
    with pytest.raises(RequestFailed, match="blocked"):
        old.cluster.request("PUT", f"/{outcome.target}/_doc/1", body={"body": "x"})
    with pytest.raises(MigrationRefused, match="no migration"):
        rollback(old.cluster, stem, options=MigrateOptions(timing=QUICK))
    assert run(old.cluster, stem).target == f"{old.index}-esneg-2"


def test_rolling_back_over_new_writes_needs_a_word(old: Old) -> None:
    outcome = run(old.cluster, old.asked)
    old.cluster.bulk_index(old.asked, [("new", {"body": "x"}), ("newer", {"body": "x"})])
    with pytest.raises(MigrationRefused, match="2 operations were written"):
        rollback(old.cluster, old.asked, options=MigrateOptions(timing=QUICK))
    old.cluster.bulk_index(old.asked, [("newest", {"body": "still writable"})])
    rollback(old.cluster, old.asked, leave_new_writes=True, options=MigrateOptions(timing=QUICK))
    assert list(aliases(old)[old.index]) == [old.asked]
    assert old.cluster.request("GET", f"/{outcome.target}/_doc/new")["found"]


def test_every_alias_moves_with_all_of_its_properties(old: Old) -> None:
    stem = old.stem
    term = {"term": {"n": {"value": 1}}}
    properties = {"filter": term, "index_routing": "a", "search_routing": "a,b", "is_write_index": True}
    actions = [{"add": {"index": old.index, "alias": f"{stem}-one", **properties}}]
    actions += [{"add": {"index": old.index, "alias": f"{stem}-hidden", "is_hidden": True}}]
    old.cluster.request("POST", "/_aliases", body={"actions": actions})
    before = aliases(old)[old.index]
    assert before[f"{stem}-one"] == properties
    outcome = run(old.cluster, old.asked)
    assert aliases(old) == {old.index: {}, outcome.target: before}
    rollback(old.cluster, old.asked, options=MigrateOptions(timing=QUICK))
    assert aliases(old) == {old.index: before, outcome.target: {}}


def test_settings_and_mappings_are_carried_but_for_what_is_changed(engine: RunningEngine, stem: str) -> None:
    mappings = {
        "dynamic": "strict",
        "_routing": {"required": True},
        "_meta": {"owner": "claims"},
        "properties": {
            "body": {"type": "text", "analyzer": "english", "search_analyzer": "english"},
            "tags": {"type": "nested", "properties": {"name": {"type": "keyword", "doc_values": False}}},
        },
    }
    settings = {
        "number_of_shards": 3,
        "number_of_replicas": 0,
        "refresh_interval": "7s",
        "max_result_window": 20000,
        "mapping.total_fields.limit": 77,
        "analysis": {"normalizer": {"lower": {"type": "custom", "filter": []}}},
    }
    engine.cluster.create_index(
        f"{stem}-v1", {"settings": settings, "mappings": mappings, "aliases": {stem: {}}}
    )
    patch = {
        "settings": PATCH["settings"],
        "mappings": {"properties": {"body": {"analyzer": "esneg_en", "search_analyzer": None}}},
    }
    outcome = run(engine.cluster, stem, patch=patch)
    made = engine.cluster.request("GET", f"/{outcome.target}")[outcome.target]
    journal = made["mappings"]["_meta"].pop("esneg_migration")
    assert (journal["phase"], journal["owner"]) == ("done", None)
    mappings["properties"]["body"] = {"type": "text", "analyzer": "esneg_en"}
    assert made["mappings"] == mappings
    index = made["settings"]["index"]
    assert (index["number_of_shards"], index["refresh_interval"], index["max_result_window"]) == (
        "3",
        "7s",
        "20000",
    )
    assert index["mapping"]["total_fields"]["limit"] == "77"
    assert "lower" in index["analysis"]["normalizer"]
    assert "default_pipeline" not in index


def test_documents_do_not_go_through_the_ingest_pipeline_again(engine: RunningEngine, stem: str) -> None:
    old = make_old(engine.cluster, stem, "alias", size=3)
    pipeline = {"processors": [{"set": {"field": "stamped", "value": True}}]}
    try:
        engine.cluster.request("PUT", f"/_ingest/pipeline/{stem}", body=pipeline)
    except RequestFailed:
        # Processors come with a module (ingest-common) that an image may lack; the settings are tested all the same.
        engine.cluster.request("PUT", f"/_ingest/pipeline/{stem}", body={"processors": []})
    try:
        engine.cluster.request(
            "PUT",
            f"/{old.index}/_settings",
            body={"index.default_pipeline": stem, "index.final_pipeline": stem},
        )
        before = old.checksum()
        outcome = run(engine.cluster, stem)
        assert old.checksum() == before
        index = engine.cluster.request("GET", f"/{outcome.target}/_settings")[outcome.target]["settings"][
            "index"
        ]
        assert (index["default_pipeline"], index["final_pipeline"]) == (stem, stem)
        engine.cluster.request(
            "PUT",
            f"/{outcome.target},{old.index}/_settings",
            body={"index.default_pipeline": None, "index.final_pipeline": None},
        )
    finally:
        for index in aliases(old):
            engine.cluster.request(
                "PUT",
                f"/{index}/_settings",
                body={"index.default_pipeline": None, "index.final_pipeline": None},
            )
        engine.cluster.request("DELETE", f"/_ingest/pipeline/{stem}")


def test_an_index_that_returns_few_hits_a_search_is_copied_and_compared_in_small_pages(
    engine: RunningEngine, stem: str
) -> None:
    old = make_old(engine.cluster, stem, "alias", size=30, max_result_window=7)
    outcome = run(engine.cluster, stem, sample=None)
    assert (outcome.documents, outcome.compared) == (30, 30)
    with pytest.raises(MigrationRefused, match=r"leads to .* already"):
        run(old.cluster, old.asked)


def test_wildcard_searches_find_each_document_once_before_during_and_after(
    engine: RunningEngine, old: Old
) -> None:
    with watching(engine.url, f"{old.stem}*") as watch:
        run(old.cluster, old.asked)
        time.sleep(0.2)
    # Showing the target and hiding the source are two requests; in between both can be found.
    assert watch.totals <= {old.size, 2 * old.size}
    assert min(watch.totals) == old.size
    answer = old.cluster.request("GET", f"/{old.stem}*/_count")
    assert answer["count"] == old.size


def test_catching_up_misses_no_write_update_or_deletion(engine: RunningEngine, stem: str) -> None:
    old = make_old(engine.cluster, stem, "alias", size=600, gc_deletes="0s")
    cluster, stop = old.cluster, threading.Event()
    unexpected: list[RequestFailed] = []

    def write() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            try:
                cluster.bulk_index(
                    stem, [(str(n % 600), {"body": f"again {n}"}), (f"new-{n}", {"body": "x"})]
                )
                cluster.request("DELETE", f"/{stem}/_doc/{(n * 7) % 600}")
                if n % 3 == 0:
                    cluster.request("PUT", f"/{stem}/_doc/{(n * 7) % 600}", body={"body": f"reborn {n}"})
            except RequestFailed as error:
                # Blocked, or deleted before.
                if error.status not in (403, 404):
                    unexpected.append(error)
            time.sleep(0.01)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        outcome = run(cluster, stem, catch_up=True, requests_per_second=400, sample=None)
    finally:
        stop.set()
        writer.join()
    assert unexpected == []
    # What the writer wrote after the switch is in the target alone.
    rollback(cluster, stem, leave_new_writes=True, options=MigrateOptions(timing=QUICK))
    cluster.request("POST", f"/{old.index}/_refresh")
    journal = cluster.request("GET", f"/{outcome.target}/_mapping")[outcome.target]["mappings"]["_meta"]
    assert journal["esneg_migration"]["phase"] == "undone"
    assert outcome.compared == cluster.request("GET", f"/{old.index}/_count")["count"]


def test_the_source_is_deleted_only_by_a_call_of_its_own_and_only_when_nothing_leads_to_it(old: Old) -> None:
    with pytest.raises(MigrationRefused, match="no index that a finished migration made"):
        delete_source(old.cluster, old.asked)
    run(old.cluster, old.asked)
    spare = {"add": {"index": old.index, "alias": f"{old.stem}-spare"}}
    old.cluster.request("POST", "/_aliases", body={"actions": [spare]})
    with pytest.raises(MigrationRefused, match="still has the aliases"):
        delete_source(old.cluster, old.asked)
    old.cluster.request("POST", "/_aliases", body={"actions": [{"remove": spare["add"]}]})
    assert delete_source(old.cluster, old.asked) == old.index
    assert list(aliases(old)) == [f"{old.index}-esneg-1"]
    with pytest.raises(MigrationRefused, match="nothing to go back to"):
        rollback(old.cluster, old.asked, options=MigrateOptions(timing=QUICK))


def test_a_target_that_would_still_lose_negation_is_taken_away_before_anything_is_copied(old: Old) -> None:
    patch = {"settings": {"analysis": {"analyzer": {"mine": {"type": "english"}}}}}
    with pytest.raises(VerificationFailed, match="would still lose negation") as caught:
        run(old.cluster, old.asked, patch=patch, allow_findings=False)
    assert any("english_stop" in line for line in caught.value.details)
    assert list(aliases(old)) == [old.index]
    assert not old.cluster.bulk_index(old.asked, [("new", {"body": "still writable"})])


def test_an_alias_of_several_indices_is_refused_and_says_what_to_do(old: Old) -> None:
    old.cluster.create_index(f"{old.stem}-v2", {"aliases": {old.asked: {}}})
    with pytest.raises(MigrationRefused, match="alias of 2 indices") as caught:
        run(old.cluster, old.asked)
    assert "by its own name" in caught.value.remedy


def test_a_template_that_would_show_the_half_full_target_is_in_the_way(old: Old) -> None:
    template = {"index_patterns": [f"{old.stem}*"], "priority": 900, "template": {"aliases": {old.asked: {}}}}
    old.cluster.request("PUT", f"/_index_template/{old.stem}", body=template)
    try:
        with pytest.raises(MigrationRefused) as caught:
            run(old.cluster, old.asked)
        assert any("would put the alias" in line for line in caught.value.details)
    finally:
        old.cluster.request("DELETE", f"/_index_template/{old.stem}")
    assert list(aliases(old)) == [old.index]


def test_a_plan_changes_nothing_and_says_what_it_would_do(old: Old) -> None:
    before = old.cluster.request("GET", f"/{old.stem}*", params={"expand_wildcards": "all"})
    subject = resolve(old.cluster, old.asked)
    made = plan(old.cluster, subject, Choice().target(old.cluster, old.index).patch, MigrateOptions())
    assert old.cluster.request("GET", f"/{old.stem}*", params={"expand_wildcards": "all"}) == before
    assert (made.target, made.kept, made.space.documents) == (f"{old.index}-esneg-1", old.index, old.size)
    assert any(change.path.startswith("settings.analysis.") for change in made.changes)
    assert made.copy == ("engine" if old.cluster.capabilities().reindex else "client")
    assert made.space.free is not None
    assert made.blockers == ()


def test_a_source_that_keeps_no_source_is_in_the_way(engine: RunningEngine, stem: str) -> None:
    engine.cluster.create_index(stem, {"mappings": {"_source": {"excludes": ["secret"]}}})
    with pytest.raises(MigrationRefused) as caught:
        run(engine.cluster, stem)
    assert any("would be lost" in line for line in caught.value.details)


def test_the_notes_tell_the_story(old: Old) -> None:
    notes = Notes()
    run(old.cluster, old.asked, voice=notes.voice, allow_findings=False)
    told = ["created", "writes to", "verified: 30 documents", "leads to"]
    assert all(notes.said(words) for words in told)
