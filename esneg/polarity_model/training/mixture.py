"""How much of what the model sees: one pass over this mixture is the whole training."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from esneg.polarity_model.training.examples import Group
from esneg.polarity_model.training.patterns import Patterns
from esneg.polarity_model.training.readers import Sets


def build(data: Path, seed: int, scale: float = 1.0) -> list[Group]:
    """All groups of one run, shuffled; the same for the same seed.

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
        *sets.negated_nli(),
        *sets.antonyms(),
        *sets.facts(1.0),
        *sets.condaqa(),
        *sets.paragraphs(),
        *sets.questions("en"),
        *sets.questions("es"),
        *sets.strangers(4000),
    ]
    english, spanish = Patterns("en", rng), Patterns("es", rng)
    groups += english.ranked(4500) + english.compared(8000)
    groups += spanish.ranked(1500) + spanish.compared(3500)
    rng.shuffle(groups)
    return groups[: int(len(groups) * scale)]


def counts(groups: list[Group]) -> dict[str, int]:
    """Pairs by source, for the log and the model card."""
    found: Counter[str] = Counter()
    for group in groups:
        found[group.source] += len(group.passages)
    return dict(sorted(found.items()))
