"""A Maven repository on the loopback interface that can be told to misbehave."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from esneg.embedded import Places
from esneg.embedded.artifacts import Pin


@dataclass
class Repository:
    """What the server holds and how it behaves; the requests that it saw.

    Attributes:
        files: path -> content.
        cut_after: bytes after which each of the next answers breaks off, one number an answer.
        ranges: whether it honours ``Range``.
        status: answers this to everything, when set.
        seen: (path, Range header or "") of each request.
    """

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    cut_after: list[int] = field(default_factory=list)
    ranges: bool = True
    status: int = 0
    seen: list[tuple[str, str]] = field(default_factory=list)

    def publish(self, content: bytes, *, sha256_of: bytes | None = None) -> Pin:
        """Puts an artifact up; the pin is of ``sha256_of`` when that is another content."""
        digest = hashlib.sha256(content if sha256_of is None else sha256_of).hexdigest()
        pin = Pin(group="org.example", name="thing", version="1.0", size=len(content), sha256=digest)
        self.files["/org/example/thing/1.0/thing-1.0.zip"] = content
        return pin


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    state = Repository()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            state.seen.append((self.path, wanted))
            content = state.files.get(self.path)
            if state.status or content is None:
                self.send_error(state.status or 404)
                return
            start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and state.ranges else 0
            body = content[start:]
            self.send_response(206 if start else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: state.cut_after.pop(0)] if state.cut_after else body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("ESNEG_MAVEN_REPOSITORY", state.url)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("esneg.embedded.download.time.sleep", lambda _: None)
    yield state
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Places of this test alone, with the directories that esneg makes."""
    made = Places(cache=tmp_path / "cache", state=tmp_path / "state")
    made.create()
    return made
