"""What guards let through, on the evaluation's cache and dedup pairs: none, recalq-guard, the model alone in
sentence-transformers' CrossEncoder, esneg's rules, and esneg's rules with the model.

    python benchmarks/guard.py            # recalq-guard (PyPI) and sentence-transformers are shown where installed

Every pair is taken as a hit of a cache, so "no guard" serves all. Wrong: pairs that differ and are served. Refused:
pairs that are the same and are not. Times are over all pairs, after one warming pass over other texts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from esneg.evaluation.data import built_in
from esneg.evaluation.items import CacheItem, DedupItem
from esneg.guard import PolarityGuard
from esneg.polarity_model import PACKAGED, PolarityModel, missing
from esneg.polarity_model.labels import RANK, SAME

Pairs = Sequence[tuple[str, str]]
Safe = Callable[[Pairs], Sequence[bool]]


@dataclass(frozen=True)
class Task:
    """Pairs, and which of them may share an answer."""

    name: str
    language: str
    pairs: Pairs
    same: Sequence[bool]


def tasks() -> list[Task]:
    """The cache data in each language, and the dedup data."""
    found = []
    for language in ("en", "es"):
        items = [i for i in built_in("cache").content if isinstance(i, CacheItem) and i.language == language]
        pairs = [(i.second, i.first) for i in items]
        found.append(
            Task(f"cache {language}", language, pairs, [i.kind in CacheItem.SAME_ANSWER for i in items])
        )
    facts = [i for i in built_in("dedup").content if isinstance(i, DedupItem)]
    pairs = [(other, i.fact) for i in facts for other in (i.rewording, i.contradiction)]
    found.append(Task("dedup", "en", pairs, [True, False] * len(facts)))
    return found


def guards(task: Task, threads: int) -> dict[str, Safe]:
    """Name -> guard, for one task."""
    kind = "statement" if task.name == "dedup" else "question"
    found: dict[str, Safe] = {"no guard": lambda pairs: [True] * len(pairs)}
    if find_spec("recalq_guard"):
        from recalq_guard import is_safe_match

        found["recalq-guard"] = lambda pairs: [is_safe_match(a, b) for a, b in pairs]
    if find_spec("sentence_transformers"):
        found["CrossEncoder, same weights"] = _cross_encoder(threads)
    rules = PolarityGuard(None)
    found["esneg, rules"] = lambda pairs: [v.safe for v in rules.check_many(pairs, kind, task.language)]
    if not missing():
        full = PolarityGuard(PolarityModel(PACKAGED, threads=threads), languages=("en", "es"))
        found["esneg, rules + model"] = lambda pairs: [
            v.safe for v in full.check_many(pairs, kind, task.language)
        ]
    return found


def _cross_encoder(threads: int) -> Safe:
    import torch
    from sentence_transformers import CrossEncoder

    torch.set_num_threads(threads)
    model = CrossEncoder(str(PACKAGED), device="cpu", model_kwargs={"dtype": "float32"})

    def safe(pairs: Pairs) -> Sequence[bool]:
        polarity = model.predict(list(pairs), show_progress_bar=False)[:, RANK + 1 :]
        return [bool(row.argmax() == SAME) for row in polarity]

    return safe


def main() -> None:
    """Runs every guard over every task and prints a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    print(f"{'task':<10} {'guard':<28} {'wrong served':>14} {'right refused':>15} {'ms a pair':>10}")
    for task in tasks():
        differ, alike = task.same.count(False), task.same.count(True)
        for name, guard in guards(task, args.threads).items():
            guard([("Where is the lift?", "Where do I find the lift?")] * 4)
            began = time.perf_counter()
            safe = guard(task.pairs)
            spent = (time.perf_counter() - began) / len(task.pairs) * 1000
            wrong = sum(s and not t for s, t in zip(safe, task.same, strict=True))
            refused = sum(t and not s for s, t in zip(safe, task.same, strict=True))
            print(
                f"{task.name:<10} {name:<28} {wrong:>7} of {differ:<4} {refused:>8} of {alike:<4} {spent:>10.3f}"
            )
    if not missing():
        _throughput(args.threads)


def _throughput(threads: int) -> None:
    """The model alone, over pairs of 64 tokens."""
    model = PolarityModel(PACKAGED, threads=threads)
    pairs = [("word " * 30, f"{'word ' * 30}{i}") for i in range(256)]
    model.polarity(pairs[:32])
    began = time.perf_counter()
    model.polarity(pairs)
    print(f"model alone, 64 tokens a pair: {len(pairs) / (time.perf_counter() - began):.0f} pairs a second")


if __name__ == "__main__":
    main()
