"""How well a score separates two classes, and what a threshold on it lets through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from sklearn.metrics import roc_auc_score, roc_curve


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """The chance that a positive scores above a negative, a tie counting half."""
    labels = [1] * len(positives) + [0] * len(negatives)
    return float(roc_auc_score(labels, [*positives, *negatives]))


class Threshold(NamedTuple):
    """A cut: what scores at or above ``value`` is accepted. ``value`` is None where nothing is accepted."""

    value: float | None
    accepted_positives: int
    accepted_negatives: int


def at_threshold(value: float, positives: Sequence[float], negatives: Sequence[float]) -> Threshold:
    """What a given cut accepts."""
    return Threshold(value, _accepted(value, positives), _accepted(value, negatives))


def keeping(share: float, positives: Sequence[float], negatives: Sequence[float]) -> Threshold:
    """The highest cut that still accepts this share of the positives."""
    _, true_rate, cuts = _roc(positives, negatives)
    # A share such as 0.95 of 20 is 19 exactly, but not in floating point.
    reached = int(np.argmax(true_rate >= share - 1e-9))
    return at_threshold(float(cuts[reached]), positives, negatives)


def fewest_errors(positives: Sequence[float], negatives: Sequence[float]) -> Threshold:
    """The cut with the fewest errors of both kinds; the highest among equals."""
    false_rate, true_rate, cuts = _roc(positives, negatives)
    errors = np.rint((1 - true_rate) * len(positives) + false_rate * len(negatives))
    best = float(cuts[int(np.argmin(errors))])
    return at_threshold(best, positives, negatives) if np.isfinite(best) else Threshold(None, 0, 0)


def is_degenerate(cut: Threshold, positives: int, negatives: int) -> bool:
    """Whether a cut accepts all or nothing, so that it decides nothing."""
    return cut.accepted_positives + cut.accepted_negatives in (0, positives + negatives)


def _accepted(value: float, scores: Sequence[float]) -> int:
    return sum(score >= value for score in scores)


def _roc(positives: Sequence[float], negatives: Sequence[float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    labels = [1] * len(positives) + [0] * len(negatives)
    scores = np.asarray([*positives, *negatives], dtype=float)
    false_rate, true_rate, cuts = roc_curve(labels, scores, drop_intermediate=False)
    return false_rate, true_rate, cuts
