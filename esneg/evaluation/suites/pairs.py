"""What cache and dedup share: similarities of pairs that may be taken for one another, and of pairs that may not."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.evaluation.figures import area, number, rate
from esneg.evaluation.model import Figure, Series
from esneg.evaluation.statistics.separation import (
    Threshold,
    at_threshold,
    fewest_errors,
    is_degenerate,
    keeping,
)

KEPT = 0.95
"""Share of the rightful pairs that a threshold in use should accept."""

LEFT_OUT_NOTE = (
    "Each pair is left out once, the threshold with fewest errors chosen on the others, and the pair judged by it. "
    "An error rate far above the one without leaving out means that the threshold follows single pairs."
)

_CURVE = tuple(round(0.5 + 0.01 * step, 2) for step in range(51))


def separation(rightful: Sequence[float], wrongful: Sequence[float], *, wrong: str) -> list[Figure]:
    """AUROC; the threshold that keeps 95 % of the rightful pairs and what it accepts wrongly; the best threshold.

    Args:
        wrong: what accepting a wrongful pair is called, such as "served wrongly".
    """
    kept = keeping(KEPT, rightful, wrongful)
    best = fewest_errors(rightful, wrongful)
    n = len(rightful) + len(wrongful)
    degenerate = is_degenerate(best, len(rightful), len(wrongful))
    errors = len(rightful) - best.accepted_positives + best.accepted_negatives
    return [
        area("AUROC", rightful, wrongful),
        number("threshold keeping 95 %", kept.value, n),
        _share(f"{wrong} there", kept.accepted_negatives, len(wrongful)),
        number("threshold with fewest errors", best.value, n, text=_best_text(best, degenerate)),
        _share("errors there", errors, n),
    ]


def degenerate_note(where: str, rightful: Sequence[float], wrongful: Sequence[float]) -> list[str]:
    """A sentence when the error-minimising threshold decides nothing, else none."""
    best = fewest_errors(rightful, wrongful)
    if not is_degenerate(best, len(rightful), len(wrongful)):
        return []
    does = "refuses every pair" if best.value is None else "accepts every pair"
    return [f"{where}: the threshold with fewest errors is degenerate: it {does}"]


def left_out(rightful: Sequence[float], wrongful: Sequence[float]) -> list[Figure]:
    """Leave-one-out fragility of the error-minimising threshold.

    Each pair is left out once, the threshold chosen on the others, and the pair judged by it.
    """
    errors: list[bool] = []
    cuts: list[float] = []
    for at, value in enumerate(rightful):
        rest = [*rightful[:at], *rightful[at + 1 :]]
        errors.append(not _accepts(_chosen(rest, wrongful, cuts), value))
    for at, value in enumerate(wrongful):
        rest = [*wrongful[:at], *wrongful[at + 1 :]]
        errors.append(_accepts(_chosen(rightful, rest, cuts), value))
    spread = max(cuts) - min(cuts) if cuts else None
    return [
        rate("errors, left out", errors, better="less"),
        number("threshold moves by", spread, len(errors), better="less"),
    ]


def curve(name: str, values: Sequence[float]) -> Series:
    """The share of pairs at or above each threshold from 0.50 to 1."""
    return Series(name, tuple(sum(v >= cut for v in values) / len(values) for cut in _CURVE), x=_CURVE)


def served_at(cut: float, values: Sequence[float]) -> Figure:
    """The share of pairs that a threshold accepts."""
    return rate(f"at {cut:.2f}", [value >= cut for value in values])


def _share(name: str, count: int, n: int) -> Figure:
    return rate(name, [True] * count + [False] * (n - count), better="less")


def _best_text(best: Threshold, degenerate: bool) -> str:
    if best.value is None:
        return "refuse all"
    return f"{best.value:.2f} (accepts all)" if degenerate else f"{best.value:.2f}"


def _chosen(rightful: Sequence[float], wrongful: Sequence[float], cuts: list[float]) -> Threshold:
    if not rightful or not wrongful:
        return at_threshold(0.0, rightful, wrongful) if rightful else Threshold(None, 0, 0)
    best = fewest_errors(rightful, wrongful)
    if best.value is not None:
        cuts.append(best.value)
    return best


def _accepts(cut: Threshold, value: float) -> bool:
    return cut.value is not None and value >= cut.value
