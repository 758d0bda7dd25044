"""One index of a fake cluster: takes bulk requests, keeps the documents, and fails when it is told to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from fakes.server import OPENSEARCH, Answer, Asked, FakeServer, Route, serving

Refuse = Callable[[dict[str, Any]], Answer | None]
"""Looks at a document: None takes it, anything else is its answer in the bulk response."""


class FakeIndex:
    """The index's documents, and what goes wrong.

    Attributes:
        documents: id -> document.
        before: answers for the next bulk requests, in turn; None for a request that is served.
        refuse: answers for single documents.
        bulks: the ids in each bulk request that was served.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.documents: dict[str, dict[str, Any]] = {}
        self.before: list[Answer | Callable[[], None] | None] = []
        self.refuse: Refuse = lambda document: None
        self.bulks: list[list[str]] = []
        self.body: dict[str, Any] | None = None

    @contextmanager
    def serving(self) -> Iterator[FakeServer]:
        """Serves it until the block ends."""
        with serving(self.routes()) as server:
            yield server

    def routes(self) -> dict[str, Route]:
        """Its end points, and the cluster's that a load asks."""
        own = f"/{self.name}"
        return {
            "GET /": Answer(OPENSEARCH),
            f"GET {own}": self._get,
            f"PUT {own}": self._create,
            f"PUT {own}/_mapping": self._put_mapping,
            f"POST {own}/_bulk": self._bulk,
            f"POST {own}/_refresh": Answer({}),
            f"GET {own}/_count": lambda asked: Answer({"count": len(self.documents)}),
            # The probe for k-NN: read and understood, and no index there.
            "POST /esneg-ability-probe-without-index-*/_search": Answer({"error": {}}, 404),
        }

    def _get(self, asked: Asked) -> Answer:
        if self.body is None:
            return Answer({"error": {"type": "index_not_found_exception", "reason": "no such index"}}, 404)
        settings = {"index": {"uuid": "u1"}}
        return Answer({self.name: {**self.body, "settings": settings, "aliases": {}}})

    def _create(self, asked: Asked) -> Answer:
        self.body = json.loads(asked.body)
        return Answer({"acknowledged": True})

    def _put_mapping(self, asked: Asked) -> Answer:
        assert self.body is not None
        self.body["mappings"] = {**self.body["mappings"], **json.loads(asked.body)}
        return Answer({"acknowledged": True})

    def _bulk(self, asked: Asked) -> Answer:
        if self.before:
            what = self.before.pop(0)
            if isinstance(what, Answer):
                return what
            if what is not None:
                what()
        lines = [json.loads(line) for line in asked.body.splitlines()]
        items = []
        ids = []
        for action, document in zip(lines[::2], lines[1::2], strict=True):
            identifier = action["index"]["_id"]
            ids.append(identifier)
            refusal = self.refuse(document)
            if refusal is not None:
                items.append({"index": {"status": refusal.status, **refusal.body}})
                continue
            result = "updated" if identifier in self.documents else "created"
            self.documents[identifier] = document
            items.append({"index": {"status": 201, "result": result}})
        self.bulks.append(ids)
        return Answer({"items": items})


def error(status: int, type: str, reason: str) -> Answer:
    """An error, of a request or of an item."""
    return Answer({"error": {"type": type, "reason": reason}}, status)
