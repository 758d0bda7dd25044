from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from esneg.cli.index_options import encoder_opener, fields_and_names
from esneg.ingest import Fields

NOTHING: dict[str, Any] = {"text": None, "id": None, "metadata": None, "vector_field": None, "language": None}


def test_without_options_the_text_is_embedded_and_everything_kept() -> None:
    assert fields_and_names(None, **NOTHING) == (Fields(text=("text",)), "vector", "en")


def test_an_option_wins_over_the_mapping_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    file = tmp_path / "fields.yaml"
    file.write_text("id: a\ntext: [b, c]\nmetadata: []\nvector: v\nlanguage: de\n")
    assert fields_and_names(file, **NOTHING) == (Fields(("b", "c"), "a", ()), "v", "de")
    given = {"text": ["t"], "id": "i", "metadata": ["m"], "vector_field": "w", "language": "fr"}
    assert fields_and_names(file, **given) == (Fields(("t",), "i", ("m",)), "w", "fr")


def test_the_encoder_is_opened_in_any_process_and_processes_share_the_processors() -> None:
    opener: Any = pickle.loads(pickle.dumps(encoder_opener("me/model", workers=1, device="cpu")))
    assert (opener.args, opener.keywords) == (("me/model",), {"threads": None, "device": "cpu"})
    assert encoder_opener("me/model", workers=1000).keywords["threads"] == 1  # type: ignore[attr-defined]
