"""95 % intervals: Wilson's for rates, percentile bootstrap for means and AUROC."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from esneg.evaluation.statistics import RESAMPLES, SEED

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Both ends, in the unit of the estimate."""

    low: float
    high: float


def wilson(successes: int, n: int) -> Interval:
    """Wilson's score interval of a rate (E. B. Wilson, 1927), which holds near 0 and 1 and for small n.

    Raises:
        ValueError: no trials, or more successes than trials.
    """
    found = stats.binomtest(successes, n).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(float(found.low), float(found.high))


def bootstrap_mean(values: Sequence[float]) -> Interval | None:
    """Percentile bootstrap of the mean; None for fewer than two values, of which nothing can be said."""
    if len(values) < 2:
        return None
    return _bootstrap(np.mean, values)


def bootstrap_auroc(positives: Sequence[float], negatives: Sequence[float]) -> Interval | None:
    """Percentile bootstrap of the AUROC, each class resampled by itself; None for a class of fewer than two."""
    if min(len(positives), len(negatives)) < 2:
        return None
    return _bootstrap(_auroc, positives, negatives)


def _auroc(positives: Any, negatives: Any, axis: int) -> Any:
    # The Mann-Whitney statistic is the AUROC times the number of pairs, and scipy's runs over a whole axis at once.
    wins = stats.mannwhitneyu(positives, negatives, axis=axis, method="asymptotic").statistic
    return wins / (positives.shape[axis] * negatives.shape[axis])


def _bootstrap(statistic: Callable[..., Any], *samples: Sequence[float]) -> Interval:
    data = [np.asarray(sample, dtype=float) for sample in samples]
    if all(np.ptp(sample) == 0 for sample in data):
        # Every resample is the sample; scipy would warn of a degenerate distribution.
        same = float(statistic(*data, axis=0))
        return Interval(same, same)
    found = stats.bootstrap(
        data,
        statistic,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        vectorized=True,
        batch=1000,
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Interval(float(found.low), float(found.high))
