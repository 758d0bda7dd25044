"""Thresholds from labelled pairs, by cross-validation, and whether they are any good.

Needs scikit-learn and scipy (the extra ``eval``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from esneg.errors import UsageError
from esneg.guard.guard import PolarityGuard, Thresholds
from esneg.guard.labelled import LabelledPair
from esneg.guard.verdict import Kind, Verdict

FEWEST = 10
"""Pairs of either label, in as many groups, below which nothing can be said."""


MOST_WRONG = 0.1
"""The share of pairs that differ which a good threshold may serve, by the upper end of the interval."""


@dataclass(frozen=True)
class Rate:
    """``count`` of ``n``, with Wilson's 95 % interval (E. B. Wilson, 1927)."""

    count: int
    n: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself."""
        return self.count / self.n


@dataclass(frozen=True)
class Calibration:
    """A threshold and what it did on pairs that it was not chosen on.

    Attributes:
        thresholds: chosen on all pairs; pass them to `PolarityGuard`.
        languages: in which the model must be asked for them to count, the pairs' among them; pass them too.
        served_wrongly: of the pairs that differ, those called the same, over the held-out folds.
        refused_wrongly: of the pairs that are the same, those not called so, over the held-out folds.
        auroc: of the score over all pairs.
        folds: number of folds; related pairs share one.
        fold_thresholds: what each fold's other pairs chose; far apart means too few pairs.
        good: whether the threshold may be relied on.
        why: if not, why not; one line a reason.
    """

    thresholds: Thresholds
    languages: tuple[str, ...]
    served_wrongly: Rate
    refused_wrongly: Rate
    auroc: float
    folds: int
    fold_thresholds: tuple[float, ...]
    good: bool
    why: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return asdict(self)


def calibrate(
    pairs: Sequence[LabelledPair],
    guard: PolarityGuard | None = None,
    *,
    keep: float = 0.95,
    most_wrong: float = MOST_WRONG,
    kind: Kind | None = None,
    language: str = "en",
    folds: int = 5,
) -> Calibration:
    """Chooses the highest threshold on "same" that still serves a share of the pairs that are the same.

    Args:
        pairs: both labels among them.
        guard: whose model is calibrated, and asked in the pairs' language even where the guard would not ask it; by
            default the packaged one.
        keep: the share of same pairs to be served, in the pairs that the threshold is chosen on.
        most_wrong: of the pairs that differ, the share that a good threshold may serve: the upper end of the interval
            of `Calibration.served_wrongly` is held against it.
        kind, language: of the texts; see `PolarityGuard.check`.
        folds: of the cross-validation; pairs of one group stay together.

    Raises:
        UsageError: too few pairs or groups, or the guard has no model to set a threshold for.
    """
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import StratifiedGroupKFold

    guard = guard or PolarityGuard()
    if not guard.has_model:
        raise UsageError(
            "rules have no threshold to calibrate",
            remedy="install the extra onnx, or pass a model to PolarityGuard",
        )
    if not 0 < keep <= 1:
        raise UsageError(f"keep is a share, above 0 and up to 1, not {keep:g}")
    if not 0 <= most_wrong <= 1:
        raise UsageError(f"most_wrong is a share, from 0 to 1, not {most_wrong:g}")
    if language not in guard.languages:
        guard = guard.with_languages((*guard.languages, language))
    labels = [pair.same for pair in pairs]
    _enough(pairs, labels, folds)
    suspect = guard.thresholds.suspect
    lenient = guard.with_thresholds(Thresholds(same=0.0, opposite=1.0, suspect=suspect))
    verdicts = lenient.check_many([(pair.a, pair.b) for pair in pairs], kind, language)
    scores = [served_score(verdict) for verdict in verdicts]
    groups = [pair.group for pair in pairs]
    splits = StratifiedGroupKFold(folds, shuffle=True, random_state=0).split(scores, labels, groups)
    wrong = refused = 0
    chosen: list[float] = []
    for train, test in splits:
        cut = _cut([scores[i] for i in train], [labels[i] for i in train], keep)
        chosen.append(cut)
        wrong += sum(scores[i] >= cut and not labels[i] for i in test)
        refused += sum(scores[i] < cut and labels[i] for i in test)
    final = _cut(scores, labels, keep)
    served_wrongly = _rate(wrong, labels.count(False))
    refused_wrongly = _rate(refused, labels.count(True))
    area = float(roc_auc_score(labels, scores))
    why = _complaints(scores, final, chosen, area, served_wrongly, refused_wrongly, most_wrong)
    return Calibration(
        thresholds=Thresholds(same=final, opposite=max(0.5, 1 - final), suspect=suspect),
        languages=guard.languages,
        served_wrongly=served_wrongly,
        refused_wrongly=refused_wrongly,
        auroc=area,
        folds=folds,
        fold_thresholds=tuple(chosen),
        good=not why,
        why=why,
    )


def served_score(verdict: Verdict) -> float:
    """What is held against the threshold: the model's probability of "same"; 1 or 0 where rules decided, and 0 for a
    verdict of a guard without thresholds that is not "same" all the same (only a word was changed)."""
    if verdict.decided_by == "rules":
        return 1.0 if verdict.safe else 0.0
    return verdict.scores.get("same", 0.0) if verdict.safe else 0.0


def _enough(pairs: Sequence[LabelledPair], labels: Sequence[bool], folds: int) -> None:
    if folds < 2:
        raise UsageError(f"cross-validation needs at least 2 folds, not {folds}")
    for label, name in ((True, "the same"), (False, "not the same")):
        held = labels.count(label)
        groups = len({pair.group for pair in pairs if pair.same is label})
        if held < FEWEST or groups < folds:
            raise UsageError(
                f"{held} pairs in {groups} groups are {name}: too few to calibrate on",
                remedy=f"label at least {FEWEST} pairs of either kind, in at least {folds} groups",
            )


def _cut(scores: Sequence[float], labels: Sequence[bool], keep: float) -> float:
    """The highest cut that serves the share; scores equal to it are served."""
    same = sorted((score for score, label in zip(scores, labels, strict=True) if label), reverse=True)
    # A share such as 0.95 of 20 is 19 exactly, but not in floating point.
    needed = min(len(same), max(1, -int(-(keep * len(same) - 1e-9) // 1)))
    return same[needed - 1]


def _rate(count: int, n: int) -> Rate:
    from scipy.stats import binomtest

    interval = binomtest(count, n).proportion_ci(method="wilson")
    return Rate(count, n, float(interval.low), float(interval.high))


def _complaints(
    scores: Sequence[float],
    cut: float,
    chosen: Sequence[float],
    area: float,
    wrong: Rate,
    refused: Rate,
    most_wrong: float,
) -> tuple[str, ...]:
    found = []
    served = sum(score >= cut for score in scores)
    if served == len(scores):
        found.append("degenerate: it serves every pair, so it guards nothing")
    if wrong.high > most_wrong:
        found.append(
            f"up to {wrong.high:.0%} of the pairs that differ may be served, more than {most_wrong:.0%}: "
            + ("keep fewer of the same" if wrong.value > most_wrong / 2 else "label more pairs")
        )
    if wrong.high >= 1 - refused.low:
        found.append("no better than chance: what differs is served about as often as what is the same")
    if area <= 0.5:
        found.append(f"the score does not separate the two (AUROC {area:.2f})")
    if max(chosen) - min(chosen) > 0.5:
        found.append("the folds chose thresholds more than 0.5 apart: label more pairs")
    return tuple(found)
