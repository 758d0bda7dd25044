from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from esneg.cli import index_view
from esneg.cli.index_view import as_json, as_table, shown_progress
from esneg.ingest import LoadReport, Progress, Tally

REPORT = LoadReport(
    index="plans",
    index_created=False,
    records=1000,
    tally=Tally(seen=1000, already_done=300, created=650, updated=40, rejected=10, cut=7),
    dead=12,
    dead_letters="/data/esneg-plans.dead.jsonl",
    holds=2000,
    seconds=2.0,
    embedder={"model": "me/model", "dims": 384},
    max_tokens=256,
    notices=("something to know",),
)


def test_the_summary_says_what_became_of_every_document_and_what_to_do_next() -> None:
    assert as_table(REPORT).splitlines() == [
        "plans: 690 of 1,000 documents indexed in 2.0 s (345 a second)",
        "  done before: 300",
        "  replaced:    40 (their ids were in the index already)",
        "  cut:         7 are longer than the model's 256 tokens; the rest of them is not in the vector",
        "  refused:     12, with the reasons in /data/esneg-plans.dead.jsonl",
        "               once the cause is mended: esneg index /data/esneg-plans.dead.jsonl --into plans",
        "  holds now:   2,000",
        "  vectors:     me/model, 384 dimensions",
        "note: something to know",
    ]


def test_the_summary_leaves_out_what_did_not_happen() -> None:
    clean = replace(
        REPORT,
        index_created=True,
        tally=Tally(seen=1000, created=1000),
        dead=0,
        dead_letters=None,
        embedder=None,
        notices=(),
    )
    assert as_table(clean).splitlines() == [
        "plans (created): 1,000 of 1,000 documents indexed in 2.0 s (500 a second)",
        "  holds now:   2,000",
    ]


def test_json_has_the_schema_and_every_count() -> None:
    found = json.loads(as_json(REPORT))
    assert (found["schema"], found["rate"], found["dead"]) == ("esneg.index/1", 345.0, 12)
    assert found["tally"] == {
        "seen": 1000, "already_done": 300, "created": 650, "updated": 40, "rejected": 10, "cut": 7,
    }  # fmt: skip


def test_a_terminal_sees_how_far_the_load_is(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(index_view, "stderr", lambda: Console(file=screen, force_terminal=True, width=100))
    with shown_progress() as progress:
        progress(Progress("checking", 10, None))
        progress(Progress("loading", 5, 10))
        progress(Progress("loading", 10, 10))
    assert "10/10" in screen.getvalue()


def test_what_is_no_terminal_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(index_view, "stderr", lambda: Console(file=screen))
    with shown_progress() as progress:
        progress(Progress("loading", 5, 10))
    assert screen.getvalue() == ""
