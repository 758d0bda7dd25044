"""Swapping an index behind a data stream: no engine of the test matrix can, so the requests are what is tested."""

from __future__ import annotations

import json
from dataclasses import replace

from fakes.server import ELASTICSEARCH, Answer, Asked, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.migrate.backing import can_swap
from esneg.migrate.hold import Hold, hold_name
from esneg.migrate.journal import Journal
from esneg.migrate.switch import _switch_once, is_switched

JOURNAL = replace(
    Journal(
        "switching", ".ds-logs-1", "backing", ".ds-logs-1", "u", ".ds-logs-1-esneg-1", ".ds-logs-1", {}, {}
    ),
    stream="logs",
)


def test_one_request_takes_the_old_index_out_and_puts_the_new_one_in() -> None:
    behind = [".ds-logs-1", ".ds-logs-2"]
    actions, released = [], []

    def stream(asked: Asked) -> Answer:
        return Answer(
            {"data_streams": [{"name": "logs", "indices": [{"index_name": name} for name in behind]}]}
        )

    def modify(asked: Asked) -> Answer:
        actions.append(json.loads(asked.body)["actions"])
        behind[0] = JOURNAL.target
        return Answer({"acknowledged": True})

    def held(asked: Asked) -> Answer:
        return Answer(
            {} if released else {JOURNAL.target: {"aliases": {hold_name(JOURNAL.target, "me"): {}}}}
        )

    def aliases(asked: Asked) -> Answer:
        released.extend(json.loads(asked.body)["actions"])
        return Answer({"acknowledged": True})

    routes = {
        "GET /": Answer(ELASTICSEARCH),
        "GET /_data_stream/logs": stream,
        "POST /_data_stream/_modify": modify,
        f"GET /_alias/{JOURNAL.target}-held-by-*": held,
        "POST /_aliases": aliases,
    }
    with serving(routes) as server, connect(ConnectionOptions(urls=(server.url,))) as cluster:
        hold = Hold(cluster, JOURNAL.target, "me")
        _switch_once(cluster, JOURNAL, hold)
        assert is_switched(cluster, JOURNAL)
        assert hold.bare
        _switch_once(cluster, JOURNAL, hold)
    alias = hold_name(JOURNAL.target, "me")
    # The engine takes no index with an alias.
    assert released == [{"remove": {"index": JOURNAL.target, "alias": alias, "must_exist": True}}]
    assert actions == [
        [
            {"remove_backing_index": {"data_stream": "logs", "index": ".ds-logs-1"}},
            {"add_backing_index": {"data_stream": "logs", "index": ".ds-logs-1-esneg-1"}},
        ]
    ]


def test_whether_a_cluster_can_swap_is_asked_and_not_guessed() -> None:
    missing = Answer({"error": "no handler found for uri [/_data_stream/_modify] and method [POST]"}, 400)
    empty = {
        "type": "action_request_validation_exception",
        "reason": "Validation Failed: 1: must specify at least one data stream modification action;",
    }
    for answer, expected in ((missing, False), (Answer({"error": empty}, 400), True)):
        routes = {"GET /": Answer(ELASTICSEARCH), "POST /_data_stream/_modify": answer}
        with serving(routes) as server, connect(ConnectionOptions(urls=(server.url,))) as cluster:
            assert can_swap(cluster) is expected
