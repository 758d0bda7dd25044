"""Documents of so few words that many of them are scored alike."""

from __future__ import annotations

import random
from typing import Any

from fakes.vectors import vector

WORDS = [consonant + vowel for consonant in "bdfgklm" for vowel in "aeiou"]


def documents(count: int) -> list[tuple[str, dict[str, Any]]]:
    """Texts of one to six words, with ids in no order; every tenth has no vector."""
    chance = random.Random(5)
    found = []
    for number in range(count):
        text = " ".join(chance.choices(WORDS, [1 / place for place in range(1, 36)], k=chance.randint(1, 6)))
        source: dict[str, Any] = {"text": text, "domain": chance.choice(["home", "bank", "gym"])}
        if number % 10:
            source["vector"] = vector(text)
        found.append((f"{chance.randrange(10**6)}/{number}", source))
    return found
