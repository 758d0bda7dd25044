"""docs/languages.md comes from running engines; this sees that it was made from the data of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from esneg.analysis.builtin import language_analyzers
from esneg.negation import for_analyzer, load

PAGE = (Path(__file__).parents[3] / "docs" / "languages.md").read_text("utf-8")
SECTIONS = dict(part.split("\n", 1) for part in PAGE.split("\n### ")[1:])


@pytest.mark.parametrize("analyzer", language_analyzers())
def test_the_page_has_every_cue_of_the_languages_that_an_analyzer_serves(analyzer: str) -> None:
    for language in map(load, for_analyzer(analyzer)):
        section = SECTIONS[f"{analyzer}: {language.name}"]
        missing = [cue for cue in (*language.all_cues, *language.clitics) if f"`{cue}`" not in section]
        assert not missing, "run scripts/language-matrix again"
