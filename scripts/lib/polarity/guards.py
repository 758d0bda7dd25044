"""The guard on the evaluation's cache and dedup data: rules alone, and rules with the model."""

from __future__ import annotations

from collections.abc import Iterator

from esneg.evaluation.data import built_in
from esneg.evaluation.items import CacheItem, DedupItem
from esneg.guard import PolarityGuard, Thresholds
from esneg.guard.calibrate import served_score
from esneg.guard.verdict import Kind, Verdict
from esneg.polarity_model import PolarityModel
from polarity.result import Figure, rate, separation


def measure(model: PolarityModel) -> Iterator[Figure]:
    """Pairs that differ and are refused, pairs that are the same and are served, with the default thresholds; and how
    many that differ are refused where 1 % or 5 % of the same are."""
    for language in ("en", "es"):
        items = [i for i in built_in("cache").content if isinstance(i, CacheItem) and i.language == language]
        pairs = [(i.second, i.first) for i in items]
        kinds = [i.kind for i in items]
        yield from _of(model, f"cache {language}", pairs, kinds, "question", language, CacheItem.SAME_ANSWER)
    facts = [i for i in built_in("dedup").content if isinstance(i, DedupItem)]
    pairs = [(other, i.fact) for i in facts for other in (i.rewording, i.contradiction)]
    kinds = [kind for _ in facts for kind in ("rewording", "contradiction")]
    yield from _of(model, "dedup", pairs, kinds, "statement", "en", ("rewording",))


def _of(
    model: PolarityModel,
    test: str,
    pairs: list[tuple[str, str]],
    kinds: list[str],
    kind: Kind,
    language: str,
    same: tuple[str, ...],
) -> Iterator[Figure]:
    for name, guard in (
        ("rules", PolarityGuard(None)),
        ("rules + model", PolarityGuard(model, languages=("en", "es"))),
    ):
        verdicts = guard.check_many(pairs, kind, language)
        for each in dict.fromkeys(kinds):
            chosen = [v for v, k in zip(verdicts, kinds, strict=True) if k == each]
            served = sum(v.safe for v in chosen)
            if each in same:
                yield rate(test, f"{each} served, {name}", served, len(chosen))
            else:
                yield rate(test, f"{each} refused, {name}", len(chosen) - served, len(chosen))
        if name != "rules":
            lenient = guard.with_thresholds(Thresholds(same=0.0, opposite=1.0, suspect=0.0))
            yield from _curve(test, lenient.check_many(pairs, kind, language), kinds, same)


def _curve(test: str, verdicts: list[Verdict], kinds: list[str], same: tuple[str, ...]) -> Iterator[Figure]:
    scored = [(served_score(v), k) for v, k in zip(verdicts, kinds, strict=True)]
    good = sorted(score for score, k in scored if k in same)
    for turned in ("opposite", "contradiction"):
        bad = [score for score, k in scored if k == turned]
        if not bad:
            continue
        for share in (0.01, 0.05):
            cut = good[int(share * len(good))]
            what = f"{turned} refused where {share:.0%} of the same are (cut {cut:.3f})"
            yield rate(test, what, sum(score < cut for score in bad), len(bad))
        yield separation(test, f"AUROC of {turned}", good, bad)
