from esneg.analysis.cause import LossStage
from esneg.audit.remedies import remedy_for


def test_a_stop_filter_is_to_leave_the_cues_out() -> None:
    remedy = remedy_for(LossStage("token_filter", "s", {"type": "stop"}), "a", ["no", "not"])
    assert "leaves out: no, not" in remedy


def test_a_length_filter_is_lowered_to_the_shortest_lost_cue() -> None:
    remedy = remedy_for(LossStage("token_filter", "long", {"type": "length", "min": "4"}), "a", ["not", "no"])
    assert "to 2 or less" in remedy


def test_an_unknown_stage_is_still_named() -> None:
    remedy = remedy_for(LossStage("char_filter", "odd", {"type": "icu_normalizer"}), "a", ["not"])
    assert "char filter 'odd'" in remedy
