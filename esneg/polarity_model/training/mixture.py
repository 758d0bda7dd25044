"""How much of what the model sees: one pass over each of the two mixtures is the whole training."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from esneg.polarity_model.training.examples import Group
from esneg.polarity_model.training.patterns import Patterns
from esneg.polarity_model.training.readers import Sets
from esneg.polarity_model.training.written import Written


def build(data: Path, seed: int, scale: float = 1.0) -> list[Group]:
    """All groups of the first pass, shuffled; the same for the same seed.

    Args:
        data: the folder of the public sets.
        seed: of the one generator behind every choice.
        scale: a share of it, for a trial.
    """
    rng = random.Random(seed)
    sets = Sets(data, rng)
    groups = [
        *sets.cad(),
        *sets.scone(),
        *sets.med(0.4),
        *sets.breaking(2000),
        *sets.antonyms(),
        *sets.facts(0.6),
        *sets.condaqa(),
        *sets.paragraphs(),
        *sets.questions("en", passages=0.5),
        *sets.questions("es", passages=0.5),
        *sets.strangers(2500),
    ]
    english, spanish = Patterns("en", rng), Patterns("es", rng)
    groups += english.ranked(3000) + english.compared(6000)
    groups += spanish.ranked(1000) + spanish.compared(3000)
    for language in ("en", "es"):
        groups += Written(language, rng).groups(rankings=10, pairs=8)
    rng.shuffle(groups)
    return groups[: int(len(groups) * scale)]


def second(data: Path, seed: int, scale: float = 1.0) -> list[Group]:
    """All groups of the second pass: mostly what was written by hand, the new of it before all, and a share of each
    set but ScoNe, so that the rest is not forgotten.

    Args:
        data: the folder of the public sets.
        seed: of the one generator behind every choice.
        scale: a share of it, for a trial.
    """
    rng = random.Random(f"second {seed}")
    sets = Sets(data, rng)
    groups = [
        *_some(sets.cad(), 0.2, rng),
        *_some(sets.antonyms(), 0.1, rng),
        *sets.med(0.1),
        *sets.breaking(300),
        *sets.facts(0.12),
        *sets.condaqa(),
        *sets.paragraphs(),
        *_some(sets.questions("en", passages=0.5), 0.35, rng),
        *_some(sets.questions("es", passages=0.5), 0.35, rng),
        *sets.strangers(800),
    ]
    english, spanish = Patterns("en", rng), Patterns("es", rng)
    groups += english.ranked(400) + english.compared(500)
    groups += spanish.ranked(200) + spanish.compared(400)
    for language in ("en", "es"):
        groups += Written(language, rng).groups(rankings=2, pairs=2)
        groups += Written(language, rng, second=True).groups(rankings=6, pairs=4)
    rng.shuffle(groups)
    return groups[: int(len(groups) * scale)]


def _some(groups: Iterable[Group], share: float, rng: random.Random) -> list[Group]:
    return [group for group in groups if rng.random() < share]


def counts(groups: list[Group]) -> dict[str, int]:
    """Pairs by source, for the log and the model card."""
    found: Counter[str] = Counter()
    for group in groups:
        found[group.source] += len(group.passages)
    return dict(sorted(found.items()))
