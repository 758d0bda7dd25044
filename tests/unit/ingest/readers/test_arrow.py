"""Parquet files and `datasets` folders: what both make of Arrow's values, and what goes wrong."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet as pq

from esneg.errors import UsageError
from esneg.ingest.readers import hf_dataset, parquet

ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.none() | st.text(),
            "number": st.none() | st.integers(-(2**63), 2**63 - 1),
            "tags": st.none() | st.lists(st.text(), max_size=3),
            "inner": st.fixed_dictionaries({"score": st.floats(allow_nan=False, allow_infinity=False)}),
        }
    ),
    max_size=8,
)
SCHEMA = pa.schema(
    {
        "text": pa.string(),
        "number": pa.int64(),
        "tags": pa.list_(pa.string()),
        "inner": pa.struct({"score": pa.float64()}),
    }
)


def write_parquet(path: Path, table: pa.Table) -> Path:
    pq.write_table(table, path, row_group_size=3)
    return path


def write_dataset(folder: Path, table: pa.Table) -> Path:
    """As ``Dataset.save_to_disk`` writes it: Arrow streams, here two of them."""
    folder.mkdir()
    names = []
    half = table.num_rows // 2
    for number, part in enumerate((table.slice(0, half), table.slice(half))):
        names.append({"filename": f"data-{number:05d}-of-00002.arrow"})
        with (
            pa.OSFile(str(folder / names[-1]["filename"]), "wb") as file,
            pa.ipc.new_stream(file, table.schema) as out,
        ):
            out.write_table(part)
    (folder / "state.json").write_text(json.dumps({"_data_files": names, "_fingerprint": "f"}))
    (folder / "dataset_info.json").write_text("{}")
    return folder


@given(rows=ROWS)
def test_any_rows_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, object]]
) -> None:
    folder = tmp_path_factory.mktemp("arrow")
    table = pa.Table.from_pylist(rows, schema=SCHEMA)
    from_parquet = list(parquet.read(write_parquet(folder / "docs.parquet", table)))
    from_dataset = list(hf_dataset.read(write_dataset(folder / "dataset", table)))
    assert [record.document for record in from_parquet] == rows
    assert from_dataset == from_parquet
    assert [(record.ordinal, record.place) for record in from_parquet] == [
        (n, n + 1) for n in range(len(rows))
    ]


def test_only_the_wanted_rows_are_read(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "docs.parquet", pa.table({"n": list(range(10))}))
    assert [each.document["n"] for each in parquet.read(path, lambda ordinal: ordinal in (2, 7))] == [2, 7]


def test_values_that_json_lacks_are_written_in_its_terms(tmp_path: Path) -> None:
    table = pa.table(
        {
            "day": [date(2026, 11, 30)],
            "moment": [datetime(2026, 11, 30, 1, 2, tzinfo=timezone.utc)],
            "price": [Decimal("10.50")],
            "raw": [b"\x00\xff"],
            "took": [timedelta(seconds=90)],
            "map": pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())),
        }
    )
    (record,) = parquet.read(write_parquet(tmp_path / "docs.parquet", table))
    assert record.document == {
        "day": "2026-11-30",
        "moment": "2026-11-30T01:02:00+00:00",
        "price": "10.50",
        "raw": "AP8=",
        "took": 90.0,
        "map": {"k": 1},
    }


def test_a_file_that_is_no_parquet_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "docs.parquet"
    path.write_bytes(b"no parquet")
    with pytest.raises(UsageError, match=rf"^{path}: cannot be read: "):
        list(parquet.read(path))


def test_a_parquet_file_that_is_cut_off_is_one_error(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "docs.parquet", pa.table({"n": list(range(1000))}))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(UsageError, match="cannot be read"):
        list(parquet.read(path))


def test_a_dataset_that_lacks_a_file_is_one_error(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "dataset", pa.table({"n": [1, 2]}))
    (folder / "data-00001-of-00002.arrow").unlink()
    with pytest.raises(UsageError, match=r"data-00001-of-00002\.arrow: cannot be read"):
        list(hf_dataset.read(folder))


def test_a_folder_with_several_splits_says_what_to_name(tmp_path: Path) -> None:
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}')
    with pytest.raises(UsageError) as raised:
        list(hf_dataset.read(tmp_path))
    assert f"{tmp_path / 'train'} {tmp_path / 'test'}" in raised.value.remedy
