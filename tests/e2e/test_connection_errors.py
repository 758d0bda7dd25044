"""A cluster that does not answer as it should: one line with the remedy, exit status 2, no secret anywhere."""

from __future__ import annotations

import json
import os
import socket
import ssl
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
import trustme
from fakes.server import ELASTICSEARCH, OPENSEARCH, Answer, serving

SECRET = "Str0ng-Passw0rd"
CREDENTIALS = {"ESNEG_USER": "me", "ESNEG_PASSWORD": SECRET}


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture
def ca_file(authority, tmp_path):
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return str(path)


@pytest.fixture
def esneg(tmp_path):
    keep = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ES", "ELASTIC", "OPENSEARCH"))
    }

    def run(*arguments, **environment):
        return subprocess.run(
            [sys.executable, "-m", "esneg", "cluster", *arguments],
            env={**keep, "ESNEG_HOME": str(tmp_path), "COLUMNS": "200", **environment},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return run


def tls(authority, *names):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


def assert_one_error(result, complaint, remedy):
    lines = result.stderr.strip().splitlines()
    assert result.returncode == 2
    assert result.stdout == ""
    assert lines[0].startswith("error: ")
    assert complaint in lines[0]
    assert len(lines) == 2
    assert remedy in lines[1]
    assert SECRET not in result.stderr


@contextmanager
def silent_server():
    """Takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []
        threading.Thread(target=_accept_all, args=(server, held), daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        for each in held:
            each.close()


def _accept_all(server, held):
    try:
        while True:
            held.append(server.accept()[0])
    except OSError:
        pass  # The test is over.


def test_nothing_listens(esneg):
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
    assert_one_error(esneg("--url", url, **CREDENTIALS), f"nothing listens at {url}", "--url")


def test_an_unknown_host(esneg):
    assert_one_error(esneg("--url", "http://nohost.invalid"), "no host is called nohost.invalid", "--url")


def test_no_answer_in_time(esneg):
    with silent_server() as url:
        assert_one_error(esneg("--url", url, "--timeout", "0.3"), "no answer within 0.3 s", "--timeout")


@pytest.mark.parametrize("root", [OPENSEARCH, ELASTICSEARCH], ids=["opensearch", "elasticsearch"])
def test_a_certificate_of_an_unknown_authority(esneg, authority, ca_file, root):
    with serving({"GET /": Answer(root)}, tls(authority, "127.0.0.1")) as server:
        assert_one_error(esneg("--url", server.url, **CREDENTIALS), "cannot be trusted", "--ca-certs")
        trusting = esneg("--url", server.url, "--ca-certs", ca_file, "--format", "json", **CREDENTIALS)
        careless = esneg("--url", server.url, "--insecure", "--format", "json", **CREDENTIALS)
    for result in (trusting, careless):
        assert result.returncode == 0
        assert json.loads(result.stdout)["version"] == root["version"]["number"]
        assert SECRET not in result.stdout + result.stderr
    assert trusting.stderr == ""
    assert careless.stderr.startswith("warning: --insecure")
    assert len(careless.stderr.splitlines()) == 1


def test_a_certificate_for_another_name(esneg, authority, ca_file):
    with serving({"GET /": Answer(OPENSEARCH)}, tls(authority, "search.example.org")) as server:
        result = esneg("--url", server.url, "--ca-certs", ca_file)
    assert_one_error(result, "cannot be trusted", "the name that the certificate was made for")


def test_https_where_http_is_spoken(esneg):
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        result = esneg("--url", server.url.replace("http:", "https:"), **CREDENTIALS)
        assert_one_error(result, "does not speak https", f"write {server.url}")


def test_http_where_https_is_spoken(esneg, authority):
    with serving({"GET /": Answer(OPENSEARCH)}, tls(authority, "127.0.0.1")) as server:
        result = esneg("--url", server.url.replace("https:", "http:"), **CREDENTIALS)
        assert_one_error(result, "speaks https", f"write {server.url}")


@pytest.mark.parametrize(
    ("status", "complaint", "remedy"),
    [
        (401, "refuses the credentials (401)", "ESNEG_API_KEY"),
        (403, "does not permit GET / (403)", "permission"),
    ],
)
def test_refused_credentials(esneg, status, complaint, remedy):
    refusal = {"error": {"type": "security_exception", "reason": f"no entry for {SECRET}"}, "status": status}
    with serving({"GET /": Answer(refusal, status)}) as server:
        assert_one_error(esneg("--url", server.url, **CREDENTIALS), complaint, remedy)


def test_something_else_than_a_search_engine(esneg):
    with serving({"GET /": Answer("<html>welcome</html>", content_type="text/html")}) as server:
        assert_one_error(esneg("--url", server.url), "neither Elasticsearch nor OpenSearch", "9200")


def test_a_url_that_cannot_be_read_does_not_show_its_password(esneg):
    result = esneg("--url", f"me:{SECRET}@localhost:9200")
    assert_one_error(result, "***@localhost:9200", "https://localhost:9200")


def test_no_cluster_named_at_all(esneg):
    assert_one_error(esneg(), "no cluster is named", "ESNEG_URL")


def test_a_secret_in_a_profile(esneg, tmp_path):
    (tmp_path / "esneg.toml").write_text(f'[profiles.p]\nurl = "http://h"\npassword = "{SECRET}"\n')
    assert_one_error(esneg("--profile", "p"), '"password" is a secret', "password_env")
