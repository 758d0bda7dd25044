"""In every field of a template, all spellings of a negation are one."""

from __future__ import annotations

import pytest
from engines.pool import RunningEngine

from esneg.analysis.stages import run
from esneg.analysis.tokens import graph
from esneg.negation import load
from esneg.templates.build import text_body
from esneg.templates.scratch import scratch_index, scratch_name

SPELLINGS = {
    "en": [
        ("It doesn't cover it", "It doesn’t cover it", "It does not cover it", "IT DOESN`T COVER IT"),
        ("I can't", "I can’t", "I cannot", "I can not", "I CANNOT"),
        ("They won't", "They won’t", "They will not"),
    ],
    "fr": [("Il n'est pas", "Il n’est pas", "IL N’EST PAS", "Il ne est pas")],
    "it": [("Senz'acqua", "senz’acqua", "senza acqua")],
}
UNTOUCHED = {"en": "cantaloupe and wonton", "fr": "un ananas", "it": "nonna"}
"""Words that only look like a spelling of a negation."""


@pytest.mark.parametrize("code", SPELLINGS)
def test_every_spelling_gives_the_same_tokens(engine: RunningEngine, code: str) -> None:
    for variant in ("default", "compact"):
        body = text_body(load(code), variant)["template"]
        with scratch_index(engine.cluster, scratch_name(), body) as index:
            for field in ("text", "text.exact", "text.polarity"):
                for spellings in SPELLINGS[code]:
                    streams = run(engine.cluster, index, {"field": field}, spellings)
                    assert len({graph(stream) for stream in streams}) == 1, (field, spellings)
            plain = run(engine.cluster, index, {"field": "text.exact"}, [UNTOUCHED[code]])
            assert [token.text for token in plain[0]] == UNTOUCHED[code].split()
