from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import pytest
import typer
from fakes.server import OPENSEARCH, Answer, serving
from typer.testing import CliRunner

from esneg.cli.connection import connected, connected_if_given
from esneg.errors import UsageError

if TYPE_CHECKING:
    from esneg.clusters import Cluster


pytestmark = pytest.mark.usefixtures("no_cluster_around")


def run(command, *arguments):
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


@connected
def show(
    cluster: Cluster,
    target: Annotated[str, typer.Argument()],
    loud: Annotated[bool, typer.Option("--loud")] = False,
) -> None:
    """Show it."""
    print(target, loud, cluster.info.distribution)


@connected_if_given
def maybe(cluster: Cluster | None) -> None:
    print(cluster and cluster.info.distribution)


def test_a_command_gets_the_options_and_a_connected_cluster():
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        result = run(show, "x", "--loud", "--url", server.url)
    assert result.stdout == "x True OpenSearch\n"


def test_the_help_names_the_environment_variables_and_not_the_cluster_argument():
    text = run(show, "--help").stdout
    for variable in ("ESNEG_URL", "ESNEG_API_KEY", "ESNEG_PASSWORD", "ESNEG_PROFILE", "ESNEG_AWS_REGION"):
        assert variable in text
    assert "--loud" in text
    assert "--cluster" not in text


def test_a_flag_wins_over_the_environment(monkeypatch):
    monkeypatch.setenv("ESNEG_URL", "http://127.0.0.1:9")
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        assert run(show, "x", "--url", server.url).exit_code == 0


def test_a_repeated_url_gives_several_nodes():
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        assert run(show, "x", "--url", "http://127.0.0.1:9", "--url", server.url).exit_code == 0


def test_insecure_warns_each_time():
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        for _ in range(2):
            result = run(show, "x", "--insecure", "--url", server.url)
            assert "certificate is not checked" in result.stderr
            assert "certificate" not in result.stdout


def test_without_any_cluster_the_message_names_what_to_set():
    with pytest.raises(UsageError) as caught:
        run(show, "x")
    for name in ("--url", "ESNEG_URL", "ELASTICSEARCH_URL", "OPENSEARCH_URL", "esneg engine up"):
        assert name in caught.value.remedy


def test_the_embedded_engine_stands_in_when_it_runs(monkeypatch):
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        running = type("Running", (), {"url": server.url})()
        monkeypatch.setattr("esneg.embedded.EmbeddedEngine.status", lambda self: running)
        assert run(show, "x").stdout == "x False OpenSearch\n"
        assert run(maybe).stdout == "None\n"
