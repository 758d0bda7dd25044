"""Loading into real engines, with an encoder that needs no model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from engines.pool import RunningEngine
from fakes.encoder import StubEncoder, open_stub

from esneg.clusters import Cluster
from esneg.errors import UsageError
from esneg.ingest import BulkOptions, Fields, LoadOptions, LoadReport, LoadStopped, load
from esneg.ingest.pipeline import CHUNK


@pytest.fixture(autouse=True)
def _working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # resume files and dead letters go there


def write(documents: list[dict[str, Any]]) -> Path:
    path = Path("docs.jsonl")
    path.write_text("".join(json.dumps(each) + "\n" for each in documents))
    return path


def numbered(count: int) -> list[dict[str, Any]]:
    return [{"id": f"d{number}", "text": f"no implants in {number}", "n": number} for number in range(count)]


def run(
    engine: RunningEngine,
    index: str,
    documents: list[dict[str, Any]],
    encoder: Any = open_stub,
    **options: Any,
) -> LoadReport:
    options.setdefault("bulk", BulkOptions(count=20))
    return load(
        engine.cluster,
        index,
        [write(documents)],
        fields=Fields(id="id"),
        open_encoder=encoder,
        options=LoadOptions(**options),
    )


def reasons(report: LoadReport) -> dict[str, str]:
    """Id of each dead letter -> its reason."""
    assert report.dead_letters is not None
    letters = [json.loads(line) for line in Path(report.dead_letters).read_text().splitlines()]
    return {letter["document"]["id"]: letter["esneg.dead_letter"]["reason"] for letter in letters}


def nearest(cluster: Cluster, index: str, vector: list[float]) -> str:
    if cluster.info.engine == "opensearch":
        body: dict[str, Any] = {"query": {"knn": {"vector": {"vector": vector, "k": 1}}}}
    else:
        body = {"knn": {"field": "vector", "query_vector": vector, "k": 1, "num_candidates": 10}}
    return str(cluster.search(index, {**body, "size": 1})["hits"]["hits"][0]["_id"])


@pytest.mark.needs("knn")
def test_an_index_is_created_whose_texts_keep_negation_and_whose_vectors_are_found(
    engine: RunningEngine, fresh_index: str
) -> None:
    report = run(engine, fresh_index, numbered(50))
    assert (report.tally.created, report.holds, report.index_created) == (50, 50, True)
    assert nearest(engine.cluster, fresh_index, StubEncoder().encode_queries(["no implants in 7"])[0]) == "d7"
    assert "text:no" in engine.cluster.explain_query(fresh_index, {"match": {"text": "no"}})
    mapping = engine.cluster.request("GET", f"/{fresh_index}/_mapping")[fresh_index]["mappings"]
    assert mapping["_meta"]["esneg"] == {"language": "en", "embedder": StubEncoder().meta()}


@pytest.mark.needs("knn")
@pytest.mark.parametrize("similarity", ["cosine", "dot", "euclidean"])
@pytest.mark.parametrize("normalize", [True, False])
def test_every_kind_of_encoder_gets_an_index_that_fits_it(
    engine: RunningEngine, fresh_index: str, similarity: str, normalize: bool
) -> None:
    # Not the stub's own vectors: those of length 1 must be so.
    encoder = StubEncoder(similarity=similarity, normalize=normalize, special={"x": [0.6, 0.8, 0.0, 0.0]})
    for again in (False, True):  # the second time the index is there, and is checked
        report = run(engine, fresh_index, [{"id": "a", "text": "x"}], encoder=lambda: encoder)
        assert (report.tally.indexed, report.index_created) == (1, not again)


@pytest.mark.needs("knn")
def test_a_vector_of_length_0_is_refused_by_the_engine_and_kept_in_the_dead_letters(
    engine: RunningEngine, fresh_index: str
) -> None:
    encoder = StubEncoder(special={"no implants in 3": [0.0] * 4})
    report = run(engine, fresh_index, numbered(5), encoder=lambda: encoder)
    assert (report.tally.created, report.tally.rejected, report.holds) == (4, 1, 4)
    assert "zero" in reasons(report)["d3"]


@pytest.mark.needs("knn")
def test_an_index_of_other_dimensions_is_refused_before_the_first_document(
    engine: RunningEngine, fresh_index: str
) -> None:
    run(engine, fresh_index, numbered(1))
    with pytest.raises(UsageError, match=r"makes vectors of 8 numbers, and vector of .* holds 4"):
        run(engine, fresh_index, numbered(5), encoder=lambda: StubEncoder(dims=8))


@pytest.mark.needs("knn")
def test_an_index_of_another_model_is_refused_before_the_first_document(
    engine: RunningEngine, fresh_index: str
) -> None:
    run(engine, fresh_index, numbered(1))
    with pytest.raises(UsageError, match=r"holds vectors of another model: model: stub .* other"):
        run(engine, fresh_index, numbered(5), encoder=lambda: StubEncoder(name="other"))


@pytest.mark.needs("knn")
def test_what_else_the_index_notes_stays(engine: RunningEngine, fresh_index: str) -> None:
    run(engine, fresh_index, numbered(1))
    own = {"_meta": {"owner": "me", "esneg": {"language": "de", "embedder": StubEncoder().meta()}}}
    engine.cluster.request("PUT", f"/{fresh_index}/_mapping", body=own)
    run(engine, fresh_index, numbered(1), encoder=lambda: StubEncoder(name="other"), force=True)
    mapping = engine.cluster.request("GET", f"/{fresh_index}/_mapping")[fresh_index]["mappings"]
    assert mapping["_meta"] == {
        "owner": "me",
        "esneg": {"language": "de", "embedder": StubEncoder(name="other").meta()},
    }


def test_documents_that_the_engine_refuses_are_kept_with_its_reason_and_can_be_fed_back_in(
    engine: RunningEngine, fresh_index: str
) -> None:
    documents = [
        *numbered(60),
        {"id": "wrong", "text": "no", "n": "not a number"},
        {"id": "x" * 513, "text": "no"},
        {"id": "x" * 512, "text": "as long as an id may be"},
    ]
    report = run(engine, fresh_index, documents, encoder=None)
    assert (report.tally.created, report.tally.rejected, report.holds) == (61, 2, 61)
    why = reasons(report)
    assert "not a number" in why["wrong"]
    assert "longer than the 512 bytes" in why["x" * 513]

    assert report.dead_letters is not None
    mended = Path("mended.jsonl")
    mended.write_text(
        Path(report.dead_letters).read_text().replace("not a number", "5").replace("x" * 513, "x")
    )
    again = load(engine.cluster, fresh_index, [mended], fields=Fields(id="id"))
    assert (again.tally.created, again.tally.rejected, again.holds) == (2, 0, 63)


def test_an_alias_is_loaded_into_its_write_index(engine: RunningEngine, fresh_index: str) -> None:
    alias = f"{fresh_index}-alias"
    old = f"{fresh_index}-old"
    try:
        engine.cluster.create_index(old, {"aliases": {alias: {"is_write_index": False}}})
        engine.cluster.create_index(fresh_index, {"aliases": {alias: {"is_write_index": True}}})
        run(engine, alias, numbered(5), encoder=None)
        counts = {
            name: engine.cluster.request("GET", f"/{name}/_count")["count"] for name in (old, fresh_index)
        }
        assert counts == {old: 0, fresh_index: 5}
    finally:
        engine.cluster.delete_index(old, missing_ok=True)


def test_an_alias_without_a_write_index_names_the_indices_to_choose_from(
    engine: RunningEngine, fresh_index: str
) -> None:
    alias = f"{fresh_index}-alias"
    other = f"{fresh_index}-other"
    try:
        for name in (fresh_index, other):
            engine.cluster.create_index(name, {"aliases": {alias: {}}})
        with pytest.raises(UsageError, match="is an alias of 2 indices") as raised:
            run(engine, alias, numbered(1), encoder=None)
        assert fresh_index in raised.value.remedy
        assert other in raised.value.remedy
    finally:
        engine.cluster.delete_index(other, missing_ok=True)


def test_an_index_that_is_blocked_stops_the_load_without_dead_letters(
    engine: RunningEngine, fresh_index: str
) -> None:
    engine.cluster.create_index(fresh_index, {"settings": {"index.blocks.write": True}})
    with pytest.raises(LoadStopped, match="blocked"):
        run(engine, fresh_index, numbered(5), encoder=None)
    assert list(Path().glob("*.dead*")) == []


@pytest.mark.needs("knn")
def test_worker_processes_load_together(engine: RunningEngine, fresh_index: str) -> None:
    count = 2 * CHUNK + 10
    report = run(engine, fresh_index, numbered(count), workers=2, bulk=BulkOptions())
    assert (report.tally.created, report.holds) == (count, count)
