from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.embedded.record import Record, load, restore, save

RECORDS = st.builds(
    Record,
    port=st.integers(1, 65535),
    heap=st.text(),
    pid=st.integers(0, 2**22),
    start_time=st.floats(0, 2**33),
)


@given(record=RECORDS)
def test_what_is_saved_is_loaded(record: Record, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("record") / "engine.json"
    save(path, record)
    assert load(path) == record


def test_no_state_file_is_no_record(tmp_path: Path) -> None:
    assert load(tmp_path / "engine.json") is None


@pytest.mark.parametrize(
    "text", ["", '{"port": 92', "[]", "null", '{"port": 9200, "colour": 1}', '{"pid": 1}']
)
def test_a_file_that_is_not_ours_is_no_record(tmp_path: Path, text: str) -> None:
    path = tmp_path / "engine.json"
    path.write_text(text)
    assert load(path) is None


def test_saving_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    save(tmp_path / "engine.json", Record(port=1))
    assert [each.name for each in tmp_path.iterdir()] == ["engine.json"]


def test_a_stopped_node_keeps_its_port() -> None:
    assert Record(port=9, heap="1g", pid=3, start_time=4.0).stopped() == Record(port=9, heap="1g")


@pytest.mark.parametrize("before", [None, Record(port=9)])
def test_a_failed_change_can_be_taken_back(tmp_path: Path, before: Record | None) -> None:
    path = tmp_path / "engine.json"
    save(path, Record(port=1))
    restore(path, before)
    assert load(path) == before
