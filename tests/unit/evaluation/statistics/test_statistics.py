"""Statistics, against figures computed by hand."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.evaluation.statistics.digits import p_text, rate_text, value_text
from esneg.evaluation.statistics.holm import holm
from esneg.evaluation.statistics.intervals import bootstrap_auroc, bootstrap_mean, wilson
from esneg.evaluation.statistics.permutation import independent_permutation, paired_permutation
from esneg.evaluation.statistics.separation import (
    at_threshold,
    auroc,
    fewest_errors,
    is_degenerate,
    keeping,
)

rates = st.floats(0, 1, allow_nan=False)


def test_wilson_is_the_formula_of_1927() -> None:
    z, n, p = 1.959963984540054, 40, 11 / 40
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert wilson(11, 40) == pytest.approx((centre - half, centre + half))


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_rate_and_stays_between_0_and_1(trial: tuple[int, int]) -> None:
    successes, n = trial
    low, high = wilson(successes, n)
    assert -1e-12 <= low <= successes / n + 1e-12
    assert successes / n - 1e-12 <= high <= 1 + 1e-12


def test_a_bootstrap_has_the_same_ends_each_time_and_holds_the_mean() -> None:
    values = [0.1, 0.4, 0.35, 0.8, 0.9, 0.2]
    first = bootstrap_mean(values)
    assert first == bootstrap_mean(values)
    assert first is not None
    assert 0.1 < first.low < sum(values) / 6 < first.high < 0.9


def test_nothing_is_said_of_a_single_value_and_equal_values_have_no_width() -> None:
    assert bootstrap_mean([0.5]) is None
    assert bootstrap_mean([0.5, 0.5, 0.5]) == (0.5, 0.5)
    assert bootstrap_auroc([0.9], [0.1, 0.2]) is None
    assert bootstrap_auroc([0.9, 0.9], [0.1, 0.1]) == (1.0, 1.0)


def test_the_bootstrap_of_an_auroc_is_around_it() -> None:
    positives, negatives = [0.9, 0.8, 0.7, 0.3, 0.6], [0.5, 0.4, 0.65, 0.2]
    interval = bootstrap_auroc(positives, negatives)
    assert interval is not None
    assert interval.low < auroc(positives, negatives) < interval.high


def test_a_paired_test_of_five_wins_and_no_loss_counts_2_of_32_labelings() -> None:
    found = paired_permutation([1, 1, 1, 1, 1, 0, 1], [0, 0, 0, 0, 0, 0, 1])
    assert (found.p, found.exact, found.n) == (2 / 32, True, 7)
    assert found.difference == pytest.approx(5 / 7)


def test_a_single_difference_or_member_says_nothing() -> None:
    assert paired_permutation([1, 0], [0, 0]).p == 1
    assert independent_permutation([5], [1, 2, 3]) == (3.0, 1.0, True, 4)


def test_a_paired_test_without_any_difference_has_p_1() -> None:
    assert paired_permutation([1, 0, 1], [1, 0, 1]) == (0.0, 1.0, True, 3)


def test_a_paired_test_of_many_items_draws_labelings_and_repeats_itself() -> None:
    first, second = [1.0] * 25 + [0.0] * 5, [0.0] * 30
    found = paired_permutation(first, second)
    assert not found.exact
    assert 0 < found.p < 0.001
    assert found == paired_permutation(first, second)


def test_an_independent_test_counts_2_of_the_20_labelings_of_3_and_3() -> None:
    found = independent_permutation([4, 5, 6], [1, 2, 3])
    assert (found.difference, found.p, found.exact) == (3.0, 2 / 20, True)


def test_samples_that_cannot_be_tested_are_refused() -> None:
    with pytest.raises(ValueError, match="as many of one"):
        paired_permutation([1], [1, 2])
    with pytest.raises(ValueError, match="members in both"):
        independent_permutation([], [1, 2])


def test_holm_of_four_p_values() -> None:
    # In order: 4 x 0.005, 3 x 0.01, 2 x 0.03, then 0.04, raised to what came before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(st.lists(rates, max_size=12))
def test_holm_never_lowers_a_p_value_and_keeps_their_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(before <= after <= 1 for before, after in zip(p_values, adjusted, strict=True))
    assert sorted(adjusted) == [adjusted[i] for i in sorted(range(len(p_values)), key=p_values.__getitem__)]


def test_auroc_counts_pairs_won_and_half_the_ties() -> None:
    # 0.9 beats both; 0.5 beats 0.1 and ties with 0.5: 3.5 of 4.
    assert auroc([0.9, 0.5], [0.5, 0.1]) == 3.5 / 4


def test_the_threshold_that_keeps_a_share_of_the_positives_is_the_highest_such() -> None:
    positives = [i / 20 for i in range(1, 21)]
    cut = keeping(0.95, positives, [0.09, 0.11, 0.5])
    assert (cut.value, cut.accepted_positives, cut.accepted_negatives) == (0.1, 19, 2)


def test_the_threshold_with_fewest_errors() -> None:
    assert fewest_errors([0.9, 0.8, 0.4], [0.5, 0.3, 0.2]) == (0.8, 2, 0)


def test_a_threshold_that_accepts_nothing_or_all_is_degenerate() -> None:
    nothing = fewest_errors([0.1], [0.5, 0.6, 0.7])
    assert nothing == (None, 0, 0)
    assert is_degenerate(nothing, 1, 3)
    assert is_degenerate(at_threshold(0.0, [0.1], [0.5]), 1, 1)
    assert not is_degenerate(at_threshold(0.3, [0.1], [0.5]), 1, 1)


@given(st.lists(rates, min_size=1, max_size=20), st.lists(rates, min_size=1, max_size=20))
def test_no_other_cut_makes_fewer_errors(positives: list[float], negatives: list[float]) -> None:
    def errors(kept: int, served: int) -> int:
        return len(positives) - kept + served

    best = fewest_errors(positives, negatives)
    others = [at_threshold(value, positives, negatives) for value in (*positives, *negatives, 2.0)]
    assert errors(best.accepted_positives, best.accepted_negatives) == min(
        errors(cut.accepted_positives, cut.accepted_negatives) for cut in others
    )


@pytest.mark.parametrize(
    ("value", "n", "text"),
    [(0.275, 40, "28 %"), (11 / 40, 40, "28 %"), (0.275, 1200, "27.5 %"), (1.0, 3, "100 %")],
)
def test_a_rate_has_no_more_digits_than_n_allows(value: float, n: int, text: str) -> None:
    assert rate_text(value, n) == text


def test_a_mean_stops_at_the_first_digit_of_its_interval() -> None:
    assert value_text(0.74321, 0.70, 0.78) == "0.74"
    assert value_text(0.74321, 0.5, 0.9) == "0.7"
    assert value_text(0.743219, 0.7432, 0.7433) == "0.743"
    assert value_text(0.74321, None, None) == "0.74"


def test_p_values_have_two_digits() -> None:
    assert [p_text(p) for p in (0.0001, 0.0123, 0.25, 1.0)] == ["< 0.001", "0.012", "0.25", "1.00"]
