"""A folder that ``datasets.Dataset.save_to_disk`` has written: Arrow files, and ``state.json`` that lists them.

Read with pyarrow alone; `datasets` need not be installed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from esneg.errors import UsageError
from esneg.ingest.readers.arrow import arrow_errors, records
from esneg.ingest.readers.record import Record, Wanted, everything

PLACE = "row"

_STATE = "state.json"
_SPLITS = "dataset_dict.json"


def is_dataset(folder: Path) -> bool:
    """Whether the folder holds one dataset, or (`DatasetDict`) one for each split."""
    return (folder / _STATE).is_file() or (folder / _SPLITS).is_file()


def read(path: Path, wanted: Wanted = everything) -> Iterator[Record]:
    """See `esneg.ingest.readers.record.Read`."""
    return records(_batches(path, _arrow_files(path)), wanted)


def _arrow_files(folder: Path) -> list[Path]:
    if (folder / _SPLITS).is_file():
        splits = [str(folder / split) for split in _json(folder / _SPLITS).get("splits", [])]
        raise UsageError(
            f"{folder} holds several splits", remedy=f"name the ones to load: {' '.join(splits)}"
        )
    state = _json(folder / _STATE)
    if state.get("_indices_data_files"):
        raise UsageError(
            f"{folder}: the dataset was saved with a selection of its rows beside it",
            remedy="load it with datasets, call flatten_indices(), and save it again",
        )
    names = [str(each.get("filename")) for each in state.get("_data_files") or ()]
    if not names:
        raise UsageError(f"{folder / _STATE} lists no data files")
    return [folder / name for name in names]


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise UsageError(f"{path}: a JSON object was expected")
    return value


def _batches(folder: Path, files: list[Path]) -> Iterator[Any]:
    for path in files:
        with arrow_errors(path):
            import pyarrow

            with pyarrow.memory_map(str(path)) as source, pyarrow.ipc.open_stream(source) as stream:
                yield from stream
