"""Permutation tests: exact where all labelings can be gone through, Monte Carlo beyond."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from esneg.evaluation.statistics import RESAMPLES, SEED


class PermutationTest(NamedTuple):
    """What a test found.

    Attributes:
        difference: mean of the first sample less mean of the second.
        p: two-sided.
        exact: whether every labeling was counted (else `RESAMPLES` were drawn at random).
        n: pairs, or members of both samples.
    """

    difference: float
    p: float
    exact: bool
    n: int


def paired_permutation(first: Sequence[float], second: Sequence[float]) -> PermutationTest:
    """Whether two measurements of the same items differ in mean: the signs of the differences are permuted.

    Items on which both agree say nothing about a difference, so that only the others are permuted; this leaves the
    p value as it is and makes the exact test reach further.

    Raises:
        ValueError: the samples differ in length or are empty.
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"a paired test needs as many of one as of the other: {len(first)}, {len(second)}")
    differences = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    moved = differences[differences != 0]
    mean = float(differences.mean())
    if len(moved) < 2:  # a single difference is as wide under either sign
        return PermutationTest(mean, 1.0, True, len(first))
    exact = 2 ** len(moved) <= RESAMPLES + 1
    p = stats.permutation_test(
        (moved,), np.mean, permutation_type="samples", **_how(exact), vectorized=True
    ).pvalue
    return PermutationTest(mean, float(p), exact, len(first))


def independent_permutation(first: Sequence[float], second: Sequence[float]) -> PermutationTest:
    """Whether two groups differ in mean: their members' labels are permuted.

    A group of one is no sample: p is then 1.

    Raises:
        ValueError: a group is empty.
    """
    if not first or not second:
        raise ValueError("a test between groups needs members in both")
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if min(len(a), len(b)) < 2:
        return PermutationTest(float(a.mean() - b.mean()), 1.0, True, len(a) + len(b))
    exact = comb(len(a) + len(b), len(a)) <= RESAMPLES + 1
    found = stats.permutation_test(
        (a, b), _mean_difference, permutation_type="independent", **_how(exact), vectorized=True
    )
    return PermutationTest(float(found.statistic), float(found.pvalue), exact, len(a) + len(b))


def _mean_difference(a: Any, b: Any, axis: int) -> Any:
    return np.mean(a, axis=axis) - np.mean(b, axis=axis)


def _how(exact: bool) -> dict[str, Any]:
    return {"n_resamples": np.inf if exact else RESAMPLES, "rng": np.random.default_rng(SEED), "batch": 1000}
