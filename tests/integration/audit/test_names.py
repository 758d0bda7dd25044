"""Field names that engines allow and that do harm where they are not taken as text."""

from __future__ import annotations

from engines.pool import RunningEngine
from fakes.findings import HOSTILE

from esneg.audit import audit
from esneg.reports import FORMATS, render

WILD = {
    "star": "a*b",
    "question mark": "wh?t",
    "brackets": "x[0]",
    "slash": "a/b",
    "colon": "a:b",
    "quote": 'a"b\\c',
}

NAMES = [
    # A dot would make an object of it, and no engine takes half of a surrogate pair.
    *(name.replace(".", "") for kind, name in HOSTILE.items() if kind != "surrogate"),
    *WILD.values(),
]


def test_fields_of_any_name_are_audited_on_both_sides(engine: RunningEngine, fresh_index: str) -> None:
    text = {"type": "text", "analyzer": "stop"}
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": dict.fromkeys(NAMES, text)}})
    report = audit(engine.cluster, [fresh_index])
    assert report.unaudited == ()
    for rule in ("NEG001", "NEG002"):
        assert {each.field for each in report.findings if each.rule == rule} == set(NAMES)
    for name in FORMATS:
        assert render(name, report)


def test_a_field_with_a_star_in_its_name_is_not_taken_for_others(
    engine: RunningEngine, fresh_index: str
) -> None:
    properties = {
        "a*b": {"type": "text", "analyzer": "standard"},
        "axb": {"type": "text", "analyzer": "stop"},
    }
    engine.cluster.create_index(fresh_index, {"mappings": {"properties": properties}})
    report = audit(engine.cluster, [fresh_index])
    assert {each.field for each in report.findings if each.rule in ("NEG001", "NEG002")} == {"axb"}
