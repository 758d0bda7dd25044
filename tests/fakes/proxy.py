"""A way to a cluster that can be disturbed: connections break, answers are lost, load is refused."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import urlsplit

Fate = Literal["pass", "cut before", "cut after", "too many requests"]
"""What becomes of a request: it never arrives; it arrives and its answer is lost; the cluster refuses the load."""

_TOO_MANY = json.dumps(
    {"error": {"type": "es_rejected_execution_exception", "reason": "queue full"}, "status": 429}
).encode()


@dataclass
class Proxy:
    """A proxy before a cluster.

    Attributes:
        url: where it listens.
        decide: called with method and path (query included) of each request.
        passed: method and path of every request that reached the cluster.
    """

    url: str = ""
    decide: Callable[[str, str], Fate] = field(default=lambda method, path: "pass")
    passed: list[tuple[str, str]] = field(default_factory=list)


@contextmanager
def proxying(cluster_url: str) -> Iterator[Proxy]:
    """Runs a proxy on a free port of 127.0.0.1 until the block ends."""
    proxy = Proxy()
    upstream = urlsplit(cluster_url)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            fate = proxy.decide(self.command, self.path)
            if fate == "cut before":
                self._cut()
                return
            if fate == "too many requests":
                self._answer(429, "application/json", _TOO_MANY)
                return
            headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
            connection = http.client.HTTPConnection(upstream.hostname or "", upstream.port, timeout=60)
            try:
                connection.request(self.command, self.path, body=body, headers=headers)
                answer = connection.getresponse()
                payload = answer.read()
            except OSError:
                self._cut()
                return
            finally:
                connection.close()
            proxy.passed.append((self.command, self.path))
            if fate == "cut after":
                self._cut()
                return
            self._answer(
                answer.status,
                answer.getheader("content-type") or "",
                payload,
                answer.getheader("x-elastic-product"),
            )

        def _cut(self) -> None:
            self.close_connection = True
            self.connection.close()

        def _answer(self, status: int, type_: str, payload: bytes, product: str | None = None) -> None:
            self.send_response(status)
            self.send_header("content-type", type_)
            if product:
                self.send_header("x-elastic-product", product)
            self.send_header("content-length", str(len(payload)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(payload)

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _serve

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # Broken connections are what this is for.

    server = Server(("127.0.0.1", 0), Handler)
    proxy.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
