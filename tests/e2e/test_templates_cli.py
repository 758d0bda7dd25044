from __future__ import annotations

import json

import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli


def test_list_and_show_need_no_cluster(cli: Cli) -> None:
    listed = cli("templates", "list", "--language", "fr", "--format", "json")
    assert listed.returncode == 0
    names = [entry["name"] for entry in json.loads(listed.stdout)]
    assert names == ["esneg-hybrid-fr", "esneg-hybrid-fr-compact", "esneg-text-fr", "esneg-text-fr-compact"]
    shown = cli("templates", "show", "esneg-vector", "--engine", "elasticsearch")
    assert json.loads(shown.stdout)["template"]["mappings"]["properties"]["vector"]["type"] == "dense_vector"


def test_an_unknown_template_is_one_line(cli: Cli) -> None:
    done = cli("templates", "show", "esneg-text-tlh")
    assert done.returncode == 2
    assert "error: no template 'esneg-text-tlh' for opensearch" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.engines("opensearch-3.5")
def test_apply_diff_and_remove_from_the_command_line(cli: Cli, engine: RunningEngine) -> None:
    name, url = "esneg-hybrid-da", ("--url", engine.url)
    try:
        dry = cli("templates", "apply", "--language", "da", "--dry-run", *url)
        assert (dry.returncode, "nothing was written" in dry.stdout) == (0, True)
        done = cli("templates", "apply", name, *url)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "an index made from esneg-hybrid-da: every pair of opposites stays apart" in done.stdout
        assert cli("templates", "diff", name, *url).returncode == 0
    finally:
        removed = cli("templates", "remove", name, *url)
    assert removed.returncode == 0
    assert cli("templates", "diff", name, *url).returncode == 2
    assert cli("templates", "remove", *url).returncode == 2


@pytest.mark.engines("opensearch-3.5")
def test_fix_prints_a_body_with_which_an_index_is_clean(
    cli: Cli, engine: RunningEngine, fresh_index: str
) -> None:
    properties = {"body": {"type": "text", "analyzer": "english"}}
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": properties}})
    shown = cli("fix", fresh_index, "--url", engine.url)
    assert shown.returncode == 0
    assert "the same list without the cues: no, not" in shown.stdout
    body = json.loads(cli("fix", fresh_index, "--url", engine.url, "--format", "body").stdout)
    engine.cluster.delete_index(fresh_index)
    engine.cluster.create_index(fresh_index, body)
    assert cli("audit", fresh_index, "--url", engine.url).returncode == 0
    refused = cli("fix", fresh_index, "--url", engine.url, "--apply-in-place")
    assert "nothing to repair in place" in refused.stderr
