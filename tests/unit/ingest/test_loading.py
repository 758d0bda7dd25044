"""A whole load, against a fake cluster and with an encoder that needs no model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes.encoder import StubEncoder, open_stub
from fakes.index import FakeIndex, error
from fakes.server import FakeServer

from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.errors import UsageError
from esneg.ingest import BulkOptions, Fields, LoadOptions, LoadReport, LoadStopped, Progress, load
from esneg.ingest.pipeline import CHUNK

BLOCKED = error(403, "cluster_block_exception", "blocked")
PICKY = error(400, "mapper_parsing_exception", "no good")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeIndex:
    monkeypatch.chdir(tmp_path)  # resume files and dead letters go there
    return FakeIndex("docs")


@pytest.fixture
def server(index: FakeIndex) -> Iterator[FakeServer]:
    with index.serving() as server:
        yield server


@pytest.fixture
def cluster(server: FakeServer) -> Iterator[Cluster]:
    with connect(ConnectionOptions(urls=(server.url,))) as cluster:
        yield cluster


def documents(count: int, begin: int = 0) -> list[dict[str, Any]]:
    return [{"id": f"d{number}", "text": f"text {number}"} for number in range(begin, begin + count)]


def written(path: Path, content: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(each) + "\n" for each in content))
    return path


def run(cluster: Cluster, *paths: Path, encoder: Any = open_stub, **options: Any) -> LoadReport:
    options.setdefault("bulk", BulkOptions(count=10, in_flight=1))
    options.setdefault("encode_count", 10)
    return load(
        cluster,
        "docs",
        paths,
        fields=Fields(id="id"),
        open_encoder=encoder,
        options=LoadOptions(**options),
    )


def stopping_after(index: FakeIndex, count: int) -> None:
    """The index is blocked once it has so many documents."""
    index.refuse = lambda document: BLOCKED if len(index.documents) >= count else None


def test_every_document_gets_into_an_index_that_is_created_with_its_vector_and_its_embedder(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(25)))
    assert (report.records, report.tally.created, report.holds, report.index_created) == (25, 25, 25, True)
    assert report.exit_status() == 0
    assert set(index.documents) == {f"d{number}" for number in range(25)}
    assert index.documents["d7"]["vector"] == StubEncoder().encode_passages(["text 7"])[0]
    assert index.body is not None
    mappings = index.body["mappings"]
    assert mappings["_meta"]["esneg"] == {"language": "en", "embedder": StubEncoder().meta()}
    assert mappings["properties"]["vector"]["dimension"] == 4
    assert mappings["properties"]["text"]["analyzer"] == "esneg_en"


def test_without_vectors_the_texts_alone_are_loaded(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(3)), encoder=None)
    assert (report.embedder, index.documents["d0"]) == (None, documents(1)[0])


def test_refused_documents_become_dead_letters_that_can_be_fed_back_in(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    index.refuse = lambda document: PICKY if document["id"] in ("d3", "d17") else None
    content = [*documents(25), {"id": "empty", "text": ""}, {"text": "no id"}]
    report = run(cluster, written(tmp_path / "docs.jsonl", content))
    assert (report.tally.created, report.tally.rejected, report.dead, report.exit_status()) == (23, 4, 4, 1)
    assert report.dead_letters is not None
    letters = [json.loads(line) for line in Path(report.dead_letters).read_text().splitlines()]
    assert {letter["document"].get("id"): letter["esneg.dead_letter"]["reason"] for letter in letters} == {
        "d3": "no good",
        "d17": "no good",
        "empty": "there is no text in text",
        None: "the id field id is missing",
    }

    index.refuse = lambda document: None
    again = run(cluster, Path(report.dead_letters))
    assert (again.tally.created, again.tally.rejected) == (2, 2)
    assert len(index.documents) == 25
    assert again.dead_letters not in (None, report.dead_letters), "what was to be loaded is left alone"


def test_vectors_that_are_no_numbers_go_to_the_dead_letters(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    broken = StubEncoder(special={"text 1": [float("nan")] * 4})
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(3)), encoder=lambda: broken)
    assert (report.tally.created, report.tally.rejected) == (2, 1)


def test_an_interrupted_load_is_resumed_where_it_stopped(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = written(tmp_path / "docs.jsonl", documents(50))
    stopping_after(index, 30)
    with pytest.raises(LoadStopped):
        run(cluster, path)
    assert len(index.documents) == 30

    index.refuse = lambda document: None
    index.bulks.clear()
    report = run(cluster, path, resume=True)
    assert (report.tally.already_done, report.tally.created, report.holds) == (30, 20, 50)
    assert sum(map(len, index.bulks)) == 20, "nothing was sent twice"


def test_dead_letters_of_an_interrupted_load_are_counted_at_its_end(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = written(tmp_path / "docs.jsonl", [{"id": "empty", "text": ""}, *documents(50)])
    stopping_after(index, 30)
    with pytest.raises(LoadStopped):
        run(cluster, path)
    index.refuse = lambda document: None
    report = run(cluster, path, resume=True)
    assert (report.tally.rejected, report.dead, report.exit_status()) == (0, 1, 1)
    assert report.dead_letters is not None
    assert len(Path(report.dead_letters).read_text().splitlines()) == 1


def test_resuming_a_load_that_is_through_does_nothing(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = written(tmp_path / "docs.jsonl", documents(25))
    run(cluster, path)
    index.bulks.clear()
    report = run(cluster, path, resume=True)
    assert (report.tally.already_done, index.bulks) == (25, [])


def test_resume_without_an_interrupted_load_begins_one_and_says_so(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(5)), resume=True)
    assert report.tally.created == 5
    assert "no interrupted load to resume" in report.notices[0]


def interrupted(cluster: Cluster, index: FakeIndex, tmp_path: Path) -> Path:
    path = written(tmp_path / "docs.jsonl", documents(50))
    stopping_after(index, 20)
    with pytest.raises(LoadStopped):
        run(cluster, path)
    index.refuse = lambda document: None
    return path


def test_a_new_load_does_not_forget_an_interrupted_one(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = interrupted(cluster, index, tmp_path)
    with pytest.raises(UsageError, match="20 of 50 documents are done") as raised:
        run(cluster, path)
    assert "--resume" in raised.value.remedy
    assert run(cluster, path, restart=True).tally.updated == 20


def test_a_load_is_not_resumed_when_a_file_has_changed(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = interrupted(cluster, index, tmp_path)
    written(path, documents(51))
    with pytest.raises(UsageError, match="has changed since the load was interrupted"):
        run(cluster, path, resume=True)


def test_a_load_is_not_resumed_with_another_model(cluster: Cluster, index: FakeIndex, tmp_path: Path) -> None:
    path = interrupted(cluster, index, tmp_path)
    with pytest.raises(UsageError, match="vectors of another model"):
        run(cluster, path, resume=True, encoder=lambda: StubEncoder(name="other"))
    with pytest.raises(UsageError, match="begun differently: embedder was"):
        run(cluster, path, resume=True, force=True, encoder=lambda: StubEncoder(name="other"))


def test_a_load_is_not_resumed_into_an_index_that_was_made_anew(
    cluster: Cluster, server: FakeServer, index: FakeIndex, tmp_path: Path
) -> None:
    path = interrupted(cluster, index, tmp_path)
    index.body = None
    with pytest.raises(UsageError, match="docs is gone since the load was interrupted"):
        run(cluster, path, resume=True)


def test_two_loads_do_not_share_a_resume_file(cluster: Cluster, index: FakeIndex, tmp_path: Path) -> None:
    path = written(tmp_path / "docs.jsonl", documents(10))

    class Nosy(StubEncoder):
        def encode_passages(self, texts: list[str]) -> list[list[float]]:
            with pytest.raises(UsageError, match="another load is running"):
                run(cluster, path)
            return super().encode_passages(texts)

    assert run(cluster, path, encoder=Nosy).tally.created == 10


def test_an_encoder_that_fails_stops_the_load_and_what_was_done_is_known(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = written(tmp_path / "docs.jsonl", documents(50))

    class Failing(StubEncoder):
        def encode_passages(self, texts: list[str]) -> list[list[float]]:
            if "text 30" in texts:
                raise MemoryError("out of memory")
            return super().encode_passages(texts)

    with pytest.raises(MemoryError):
        run(cluster, path, encoder=Failing)
    sent = len(index.documents)
    report = run(cluster, path, resume=True)
    assert (report.tally.already_done, report.holds) == (sent, 50)


@pytest.mark.parametrize("broken", [b'{"id": "d2", "text": "x"', b"\xff\n"])
def test_a_file_that_cannot_be_read_to_its_end_is_found_before_anything_is_sent(
    cluster: Cluster, index: FakeIndex, tmp_path: Path, broken: bytes
) -> None:
    path = written(tmp_path / "docs.jsonl", documents(2))
    path.write_bytes(path.read_bytes() + broken)
    with pytest.raises(UsageError, match="line 3"):
        run(cluster, path)
    assert (index.body, list(tmp_path.glob("esneg-*"))) == (None, [])


def test_a_field_that_no_document_has_is_found_before_anything_is_sent(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = written(tmp_path / "docs.jsonl", [{"id": "a", "body": "x"}])
    with pytest.raises(UsageError, match="no document has the text field text") as raised:
        run(cluster, path)
    assert "the documents have: id, body" in raised.value.remedy
    assert index.body is None


def test_files_without_documents_are_refused(cluster: Cluster, index: FakeIndex, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no document in"):
        run(cluster, written(tmp_path / "docs.jsonl", []))


def test_several_files_of_several_formats_are_one_load(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    table = tmp_path / "more.csv"
    table.write_text("id,text\nd100,from a table\n")
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(5)), table)
    assert (report.records, index.documents["d100"]["text"]) == (6, "from a table")


def test_two_records_with_one_id_are_told(cluster: Cluster, index: FakeIndex, tmp_path: Path) -> None:
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(3) + documents(1)))
    assert (report.tally.created, report.tally.updated, report.holds) == (3, 1, 3)


def test_progress_counts_up_to_the_number_of_records(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    told: list[Progress] = []
    load(
        cluster,
        "docs",
        [written(tmp_path / "docs.jsonl", documents(25))],
        open_encoder=open_stub,
        progress=told.append,
    )
    done = [each.done for each in told if each.step == "loading"]
    assert done == sorted(done)
    assert told[-1] == Progress("loading", 25, 25)


# --- the index -------------------------------------------------------------------------------------------------


def existing(index: FakeIndex, vector: dict[str, Any], meta: dict[str, Any] | None = None) -> None:
    index.body = {"mappings": {"properties": {"vector": vector}, "_meta": meta or {}}}


def knn(space: str = "cosinesimil", dims: int = 4) -> dict[str, Any]:
    return {"type": "knn_vector", "dimension": dims, "method": {"space_type": space}}


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        (knn(dims=5), "vectors of 4 numbers, and vector of docs holds 5"),
        (knn("l2"), "compares by l2, and the model's vectors are made for cosine"),
        ({"type": "knn_vector", "dimension": 4}, "compares by l2"),
        ({"type": "dense_vector", "dims": 4, "similarity": "dot_product"}, "takes vectors of length 1 only"),
        ({"type": "dense_vector", "dims": 4, "similarity": "l2_norm"}, "compares by l2_norm"),
        ({"type": "dense_vector", "dims": 4, "element_type": "byte"}, "holds byte vectors"),
        ({"type": "text"}, "docs has no vector field vector; its vector is of type text"),
    ],
)
def test_an_index_that_does_not_fit_the_encoder_is_found_before_the_first_document(
    cluster: Cluster, index: FakeIndex, tmp_path: Path, vector: dict[str, Any], says: str
) -> None:
    existing(index, vector)
    with pytest.raises(UsageError, match=says):
        run(cluster, written(tmp_path / "docs.jsonl", documents(3)))
    assert index.bulks == []


@pytest.mark.parametrize(
    ("vector", "encoder"),
    [
        (knn("l2"), StubEncoder(normalize=True)),
        (knn("l2"), StubEncoder(similarity="euclidean")),
        (knn("innerproduct"), StubEncoder(similarity="dot")),
        ({"type": "dense_vector", "dims": 4}, StubEncoder()),
        ({"type": "dense_vector", "dims": 4, "similarity": "dot_product"}, StubEncoder(normalize=True)),
        ({"type": "dense_vector", "dims": 4, "index": False}, StubEncoder(similarity="dot")),
        ({"type": "dense_vector"}, StubEncoder()),
    ],
)
def test_an_index_that_fits_the_encoder_is_loaded(
    cluster: Cluster, index: FakeIndex, tmp_path: Path, vector: dict[str, Any], encoder: StubEncoder
) -> None:
    existing(index, vector)
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(3)), encoder=lambda: encoder)
    assert report.tally.created == 3


def test_the_embedder_is_written_beside_whatever_else_the_index_notes(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    existing(index, knn(), {"owner": "me", "esneg": {"language": "de"}})
    report = run(cluster, written(tmp_path / "docs.jsonl", documents(3)))
    assert index.body is not None
    assert index.body["mappings"]["_meta"] == {
        "owner": "me",
        "esneg": {"language": "de", "embedder": StubEncoder().meta()},
    }
    assert "did not say which model" in report.notices[0]


def test_another_models_index_is_refused_unless_forced(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    existing(index, knn(), {"esneg": {"embedder": {**StubEncoder().meta(), "model": "other"}}})
    path = written(tmp_path / "docs.jsonl", documents(3))
    with pytest.raises(UsageError, match="vectors of another model: model: other"):
        run(cluster, path)
    assert run(cluster, path, force=True).tally.created == 3


def test_a_cluster_without_vectors_is_told_before_the_model_is_loaded(
    cluster: Cluster, server: FakeServer, index: FakeIndex, tmp_path: Path
) -> None:
    del server.routes["POST /esneg-ability-probe-without-index-*/_search"]

    def never() -> StubEncoder:
        raise AssertionError("loaded")

    with pytest.raises(UsageError, match="cannot search vectors") as raised:
        run(cluster, written(tmp_path / "docs.jsonl", documents(3)), encoder=never)
    assert "--no-vectors" in raised.value.remedy


# --- several processes -----------------------------------------------------------------------------------------


def test_worker_processes_share_a_load(cluster: Cluster, index: FakeIndex, tmp_path: Path) -> None:
    content = documents(3 * CHUNK)
    content[5] = {"id": "empty", "text": ""}
    report = run(
        cluster, written(tmp_path / "docs.jsonl", content), workers=2, bulk=BulkOptions(), encode_count=500
    )
    assert (report.tally.created, report.tally.rejected, report.holds) == (3 * CHUNK - 1, 1, 3 * CHUNK - 1)
    first = [ids for ids in index.bulks if f"d{CHUNK}" in ids or "d0" in ids]
    assert len(first) == 2, "each process sends its own chunks"


def test_a_load_that_one_process_began_is_resumed_by_two(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    path = written(tmp_path / "docs.jsonl", documents(3 * CHUNK))
    stopping_after(index, CHUNK + 100)
    with pytest.raises(LoadStopped):
        run(cluster, path, bulk=BulkOptions(count=100, in_flight=1))
    index.refuse = lambda document: None
    report = run(cluster, path, workers=2, resume=True, bulk=BulkOptions(), encode_count=500)
    assert (report.tally.already_done + report.tally.created, report.holds) == (3 * CHUNK, 3 * CHUNK)
    assert report.tally.already_done == CHUNK + 100


def test_a_worker_that_stops_stops_the_load_with_its_reason(
    cluster: Cluster, index: FakeIndex, tmp_path: Path
) -> None:
    stopping_after(index, 100)
    with pytest.raises(LoadStopped, match="takes no documents: blocked") as raised:
        run(cluster, written(tmp_path / "docs.jsonl", documents(CHUNK)), workers=2)
    assert "--resume" in raised.value.remedy
