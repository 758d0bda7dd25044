"""``esneg search --legs polarity`` as a process, on real engines."""

from __future__ import annotations

import json

import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli

from esneg.analysis.polarity import polarity_analysis, polarity_field
from esneg.negation import load

QUESTION = "Which policy does not cover water damage?"


@pytest.fixture
def policies(engine: RunningEngine, fresh_index: str) -> str:
    english = load("en")
    text = {"type": "text", "fields": {"polarity": polarity_field(english)}}
    settings = {"number_of_shards": 1, "number_of_replicas": 0, "analysis": polarity_analysis(english)}
    engine.cluster.create_index(
        fresh_index, {"settings": settings, "mappings": {"properties": {"text": text}}}
    )
    documents = [
        ("covers", {"text": "The Aurora policy covers water damage. It does not cover theft."}),
        ("denies", {"text": "The Borealis policy does not cover water damage. It covers theft."}),
    ]
    assert not engine.cluster.bulk_index(fresh_index, documents)
    return fresh_index


def test_the_leg_alone_ranks_by_polarity_and_explains_itself(
    cli: Cli, engine: RunningEngine, policies: str
) -> None:
    done = cli(
        "search", QUESTION, "--index", policies, "--legs", "polarity", "--explain", ESNEG_URL=engine.url
    )

    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if "covers" in line or "denies" in line]
    assert "denies" in rows[0]
    assert "cue not (clausal), scope: cover water damage" in done.stdout
    assert "rewarded" in done.stdout


def test_json_holds_the_scope_and_the_clauses(cli: Cli, engine: RunningEngine, policies: str) -> None:
    arguments = ("--legs", "polarity", "--explain", "--json")

    done = cli("search", QUESTION, "--index", policies, *arguments, ESNEG_URL=engine.url)

    plan = json.loads(done.stdout)["polarity"]["text.polarity"]
    assert plan["polarity"] == "negative"
    assert [clause["word"] for clause in plan["clauses"]] == ["cover", "water", "damage"]


def test_an_index_without_the_analysis_is_an_error_with_the_way_out(
    cli: Cli, engine: RunningEngine, fresh_index: str
) -> None:
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": {"text": {"type": "text"}}}})

    done = cli("search", QUESTION, "--index", fresh_index, "--legs", "polarity", ESNEG_URL=engine.url)

    assert done.returncode == 2
    assert "no field with esneg's polarity analysis" in done.stderr
    assert "Traceback" not in done.stderr
