from __future__ import annotations

import pytest

from esneg.repair.remedies.synonyms import _without


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("car, auto", "car, auto"),
        ("without => with", ""),
        ("without, lacking => with", "lacking => with"),
        ("with, without, using", "with, using"),
        ("with, without", ""),
        ("not covered => excluded", ""),
        ("notable => famous", "notable => famous"),
        ("lacks => without", "lacks => without"),
    ],
)
def test_a_cue_leaves_the_rule_and_the_rest_of_it_stays(rule: str, left: str) -> None:
    assert _without(rule, {"without", "not"}) == left
