"""``esneg search`` as a process, on real engines. The core has no model, so words alone are searched here."""

from __future__ import annotations

import json

import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli

POLICIES = {
    "covered": "The Aurora policy covers water damage.",
    "not-covered": "The Borealis policy does not cover water damage.",
    "bank": "Lounge access is not included.",
}


@pytest.fixture
def policies(engine: RunningEngine, fresh_index: str) -> str:
    properties = {"text": {"type": "text"}, "domain": {"type": "keyword"}}
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": properties}})
    engine.cluster.bulk_index(
        fresh_index, [(name, {"text": text, "domain": name}) for name, text in POLICIES.items()]
    )
    return fresh_index


def test_hits_come_as_a_table_with_what_was_asked_and_how_the_question_was_read(
    cli: Cli, engine: RunningEngine, policies: str
) -> None:
    shown = ("--show-request", "--explain")

    done = cli(
        "search", "does not cover", "--index", policies, "--legs", "bm25", *shown, ESNEG_URL=engine.url
    )

    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if "water damage" in line or "Lounge" in line]
    assert "not-covered" in rows[0]
    assert f"POST /{policies}/_search" in done.stdout
    assert '"match": {"text": "does not cover"}' in done.stdout
    assert "how text reads the question" in done.stdout
    assert "1 of 1 negation cue kept" in done.stdout
    assert not done.stderr


def test_json_and_a_filter(cli: Cli, engine: RunningEngine, policies: str) -> None:
    only = ("--filter", json.dumps({"term": {"domain": "covered"}}))

    done = cli(
        "search", "policy", "--index", policies, "--legs", "bm25", *only, "--json", ESNEG_URL=engine.url
    )

    found = json.loads(done.stdout)
    assert found["schema"] == "esneg.search/1"
    assert [hit["id"] for hit in found["hits"]] == ["covered"]
    assert found["hits"][0]["legs"]["bm25"]["rank"] == 1
    assert "requests" not in found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--filter", "{domain: home}"], "the filter is not JSON"),
        (["--legs", "bm26"], "there is no leg bm26"),
        (["--window", "0"], "window must be a whole number"),
        (["--legs", "bm25", "-k", "200"], "past the window of 100"),
        (["--legs", "bm25", "--text-field", "title"], "has no field title"),
        (["--weights", "heavy"], "weights are numbers between commas"),
        (["--reranker", "./absent"], "no such folder: ./absent"),
        ([], "no vector field"),
    ],
)
@pytest.mark.engines("opensearch-3.5")
def test_what_cannot_be_searched_is_one_line_and_status_2(
    cli: Cli, engine: RunningEngine, policies: str, arguments: list[str], message: str
) -> None:
    done = cli("search", "policy", "--index", policies, *arguments, ESNEG_URL=engine.url)

    assert done.returncode == 2
    assert not done.stdout
    first, *_ = done.stderr.splitlines()
    assert message in first
