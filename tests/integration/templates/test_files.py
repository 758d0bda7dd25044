"""The files of ``index_templates/`` as ``curl -T`` puts them, without any of esneg: every pair stays apart."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines.pool import RunningEngine

from esneg.analysis.search_side import explain
from esneg.analysis.stages import run
from esneg.analysis.tokens import graph
from esneg.negation import load

FILES = Path(__file__).parents[3] / "index_templates"
KINDS = ("component_template", "index_template")

pytestmark = pytest.mark.engines("opensearch-3.5", "opensearch-2.19", "elasticsearch-8.19")


def send(engine: RunningEngine, method: str, path: str, body: bytes | None = None) -> Any:
    request = urllib.request.Request(
        f"{engine.url.rstrip('/')}{path}", body, {"content-type": "application/json"}, method=method
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def files(engine: RunningEngine, kind: str) -> dict[str, Path]:
    family = engine.cluster.info.engine
    return {path.name.partition(".")[0]: path for path in sorted((FILES / family).glob(f"*.{kind}.json"))}


@pytest.fixture(scope="module")
def with_files(engine: RunningEngine) -> Iterator[RunningEngine]:
    """The engine with every file put, components first; taken out again afterwards, components last."""
    for kind in KINDS:
        for name, path in files(engine, kind).items():
            send(engine, "PUT", f"/_{kind}/{name}", path.read_bytes())
    yield engine
    for kind, names in (("index_template", "esneg-hybrid-*"), ("component_template", "esneg-*")):
        send(engine, "DELETE", f"/_{kind}/{names}")


def test_every_minimal_pair_of_every_language_stays_apart_on_both_sides(with_files: RunningEngine) -> None:
    names = files(with_files, "index_template")
    assert len(names) >= 70
    collapsed = [found for name in names for found in collapsed_pairs(with_files, name)]
    assert collapsed == []


def collapsed_pairs(engine: RunningEngine, template: str) -> Iterator[tuple[str, ...]]:
    index = f"{template}-esneg-test"
    # A compact template differs in one analyzer alone.
    fields = ("text",) if template.endswith("-compact") else ("text", "text.exact", "text.polarity")
    send(engine, "PUT", f"/{index}", b'{"settings": {"number_of_replicas": 0}}')
    try:
        mappings = send(engine, "GET", f"/{index}/_mapping")[index]["mappings"]
        pairs = load(mappings["_meta"]["esneg"]["language"]).minimal_pairs
        assert pairs
        texts = [text for pair in pairs for text in (pair.affirmative, pair.negated)]
        for field in fields:
            tokens = [graph(stream) for stream in run(engine.cluster, index, {"field": field}, texts)]
            queries = explain(engine.cluster, index, field, texts)
            for number, pair in enumerate(pairs):
                for side, seen in (("index", tokens), ("search", queries)):
                    if seen[2 * number] == seen[2 * number + 1]:
                        yield template, field, side, pair.cue
    finally:
        send(engine, "DELETE", f"/{index}")


def test_without_its_components_an_index_template_is_refused(engine: RunningEngine) -> None:
    path = files(engine, "index_template")["esneg-hybrid-en"]
    alone = path.read_text("utf-8").replace('"esneg-text-en"', '"esneg-test-no-such-component"')
    with pytest.raises(urllib.error.HTTPError, match="400"):
        send(engine, "PUT", "/_index_template/esneg-test-alone", alone.encode())
