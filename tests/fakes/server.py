"""A local HTTP server that answers like a cluster, and remembers what it was asked."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

OPENSEARCH = {
    "cluster_name": "fake",
    "version": {"distribution": "opensearch", "number": "3.5.0", "lucene_version": "10.3.2"},
    "tagline": "The OpenSearch Project: https://opensearch.org/",
}
ELASTICSEARCH = {
    "cluster_name": "fake",
    "version": {"number": "8.19.21", "build_flavor": "default", "lucene_version": "9.12.2"},
    "tagline": "You Know, for Search",
}
ELASTICSEARCH_7 = {
    "cluster_name": "fake",
    "version": {"number": "7.10.2", "build_flavor": "oss", "lucene_version": "8.7.0"},
    "tagline": "You Know, for Search",
}


@dataclass
class Asked:
    """A request that came in."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str


@dataclass
class Answer:
    """What to answer; ``body`` is JSON unless it is text."""

    body: Any = field(default_factory=dict)
    status: int = 200
    content_type: str = ""


Route = Answer | Callable[[Asked], Answer]


class FakeServer:
    """The server's address, its routes (``"GET /"``), and what it was asked."""

    def __init__(self, routes: Mapping[str, Route]) -> None:
        self.routes = dict(routes)
        self.asked: list[Asked] = []
        self.url = ""

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        unknown = {
            "error": f"no handler found for uri [{asked.path}] and method [{asked.method}]",
            "status": 400,
        }
        route = self.routes.get(f"{asked.method} {asked.path}", Answer(unknown, 400))
        return route(asked) if callable(route) else route


@contextmanager
def serving(routes: Mapping[str, Route], tls: ssl.SSLContext | None = None) -> Iterator[FakeServer]:
    """Runs a server on a free port of 127.0.0.1 until the block ends."""
    fake = FakeServer(routes)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body are two writes: the second would wait 40 ms for an ACK

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def _serve(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("content-length") or 0)
            answer = fake.answer(
                Asked(
                    method=self.command,
                    path=parts.path,
                    query={name: values[0] for name, values in parse_qs(parts.query).items()},
                    headers={name.lower(): value for name, value in self.headers.items()},
                    body=self.rfile.read(length).decode(),
                )
            )
            text = isinstance(answer.body, str)
            payload = answer.body.encode() if text else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            self.send_header(
                "content-type", answer.content_type or ("text/plain" if text else "application/json")
            )
            self.send_header("x-elastic-product", "Elasticsearch")
            self.send_header("content-length", str(len(payload)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(payload)

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _serve

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # Clients that break off are what some tests are about.

    server = Server(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    fake.url = f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
