"""Calibration on pairs whose answer can be counted by hand."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from esneg.errors import UsageError
from esneg.guard import PolarityGuard
from esneg.guard.asking import Probabilities
from esneg.guard.calibrate import calibrate
from esneg.guard.labelled import LabelledPair, read_pairs

N = 40


class Knows:
    """Reads the probability of "same" from the second text."""

    def polarity(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities]:
        return [(p := float(b.split()[-1]) / 100, 1 - p, 0.0) for _, b in pairs]


def labelled(same: Sequence[int], other: Sequence[int]) -> list[LabelledPair]:
    pairs = [(score, True) for score in same] + [(score, False) for score in other]
    return [
        LabelledPair(f"swim{i} alpha", f"bathe{i} beta {score}", label, f"g{i}")
        for i, (score, label) in enumerate(pairs)
    ]


def test_separable_pairs_give_a_threshold_without_errors() -> None:
    found = calibrate(labelled([90] * N, [20] * N), PolarityGuard(Knows()), keep=1.0)
    assert (found.thresholds.same, found.good, found.why) == (0.9, True, ())
    assert (found.served_wrongly.count, found.served_wrongly.n) == (0, N)
    assert (found.refused_wrongly.count, found.refused_wrongly.n) == (0, N)
    assert found.auroc == 1.0
    # Wilson's interval of 0 in 40: 1.96^2 / (40 + 1.96^2)
    assert found.served_wrongly.high == pytest.approx(0.0876, abs=1e-4)


def test_keep_is_the_share_of_same_pairs_served() -> None:
    found = calibrate(labelled([*range(50, 90), *range(50, 90)], [1] * N), PolarityGuard(Knows()), keep=0.95)
    # 76 of the 80: the cut lies at the score with four below it
    assert found.thresholds.same == pytest.approx(0.52)


def test_a_score_that_says_nothing_is_not_called_good() -> None:
    found = calibrate(labelled([50] * N, [50] * N), PolarityGuard(Knows()))
    assert not found.good
    assert any("degenerate" in reason for reason in found.why)
    assert any("chance" in reason for reason in found.why)


def test_a_score_that_is_upside_down_is_not_called_good() -> None:
    found = calibrate(labelled([10] * N, [90] * N), PolarityGuard(Knows()))
    assert not found.good
    assert any("AUROC 0.00" in reason for reason in found.why)


def test_a_threshold_that_serves_much_that_differs_is_not_good_however_much_of_the_same_it_serves() -> None:
    found = calibrate(labelled([90] * 100, [90] * 60 + [20] * 40), PolarityGuard(Knows()), keep=0.95)
    assert (found.served_wrongly.count, found.refused_wrongly.count) == (60, 0)
    assert not found.good
    # Wilson's upper end of 60 in 100
    assert found.why == (
        "up to 69% of the pairs that differ may be served, more than 10%: keep fewer of the same",
    )


def test_too_few_pairs_to_bound_what_is_served_wrongly_are_not_good() -> None:
    pairs = labelled([90] * N, [20] * 15)
    found = calibrate(pairs, PolarityGuard(Knows()))
    assert (found.served_wrongly.count, found.good) == (0, False)
    assert found.why[0].endswith("label more pairs")
    assert calibrate(pairs, PolarityGuard(Knows()), most_wrong=0.25).good


def test_the_model_is_asked_in_the_language_that_is_calibrated() -> None:
    guard = PolarityGuard(Knows())
    found = calibrate(labelled([90] * N, [20] * N), guard, language="es")
    assert (found.thresholds.same, found.auroc, found.good) == (0.9, 1.0, True)
    assert (found.languages, guard.languages) == (("en", "es"), ("en",))
    assert calibrate(labelled([90] * N, [20] * N), guard).languages == ("en",)


@pytest.mark.parametrize("most_wrong", [-0.1, 1.5, float("nan")])
def test_most_wrong_is_a_share(most_wrong: float) -> None:
    with pytest.raises(UsageError, match="most_wrong is a share"):
        calibrate(labelled([90] * N, [20] * N), PolarityGuard(Knows()), most_wrong=most_wrong)


def test_what_the_guard_refuses_for_a_changed_word_counts_as_refused() -> None:
    pairs = labelled([90] * N, [20] * N)
    pairs += [LabelledPair(f"hall{i} west 1", f"hall{i} east 75", False, f"h{i}") for i in range(N)]
    found = calibrate(pairs, PolarityGuard(Knows()), keep=1.0)
    assert (found.served_wrongly.count, found.served_wrongly.n) == (0, 2 * N)
    assert found.thresholds.suspect == 0.8


def test_the_same_pairs_give_the_same_calibration() -> None:
    pairs = labelled(range(40, 90), range(10, 60))
    assert calibrate(pairs, PolarityGuard(Knows())) == calibrate(pairs, PolarityGuard(Knows()))


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (labelled([90] * 5, [10] * N), "5 pairs in 5 groups are the same"),
        (
            [LabelledPair("swim", f"b{i} 1", i % 2 == 0, "g") for i in range(40)],
            "20 pairs in 1 groups are the same",
        ),
    ],
)
def test_too_few_pairs_are_refused(pairs: list[LabelledPair], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        calibrate(pairs, PolarityGuard(Knows()))


def test_rules_alone_have_no_threshold() -> None:
    with pytest.raises(UsageError, match="rules have no threshold"):
        calibrate(labelled([90] * N, [10] * N), PolarityGuard(None))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: not JSON"),
        ("[]", "line 2: not an object"),
        (json.dumps({"a": "x", "b": 3, "same": True}), "line 2: field 'b' must be a text"),
        (json.dumps({"a": "x", "b": "y", "same": "yes"}), "line 2: field 'same' must be true or false"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(json.dumps({"a": "x", "b": "y", "same": True}) + "\n" + line + "\n")
    with pytest.raises(UsageError, match=message):
        read_pairs(path)


def test_pairs_are_grouped_by_their_first_text_unless_they_say(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"a": "x", "b": "y", "same": true}\n\n{"a": "x", "b": "z", "same": false, "group": 7}\n')
    assert read_pairs(path) == [LabelledPair("x", "y", True, "x"), LabelledPair("x", "z", False, "7")]


def test_a_missing_or_empty_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        read_pairs(tmp_path / "none.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(UsageError, match="holds no pairs"):
        read_pairs(tmp_path / "empty.jsonl")
