"""A semantic cache that serves an answer only when the guard says that the question is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from esneg.guard.guard import PolarityGuard
from esneg.guard.verdict import Verdict

LookUp = Callable[[str], tuple[str, Any, float] | None]
"""question -> (cached question, answer, similarity), or None when there is nothing near."""


@dataclass(frozen=True)
class Served:
    """A cached answer that may be served.

    Attributes:
        answer: what the cache holds.
        question: the question that it was given for.
        similarity: how near the cache says the two questions are.
        verdict: why it may.
    """

    answer: Any
    question: str
    similarity: float
    verdict: Verdict


class GuardedCache:
    """Wraps any cache's look-up.

    Args:
        get: the look-up.
        guard: decides; by default rules, and the packaged model where it is installed.
        language: of the questions.
        on_refusal: called with (question, cached question, verdict) when a candidate is refused; for logs.

    Attributes:
        counts: outcomes so far, by name, and "miss" where the look-up found nothing.
    """

    def __init__(
        self,
        get: LookUp,
        guard: PolarityGuard | None = None,
        *,
        language: str = "en",
        on_refusal: Callable[[str, str, Verdict], None] | None = None,
    ) -> None:
        self._get = get
        self._guard = guard or PolarityGuard()
        self._language = language
        self._on_refusal = on_refusal
        self.counts: Counter[str] = Counter()

    def get(self, question: str) -> Served | None:
        """The answer to serve, or None: then ask whoever is behind the cache. Errors of the look-up are its own."""
        found = self._get(question)
        if found is None:
            self.counts["miss"] += 1
            return None
        cached, answer, similarity = found
        verdict = self._guard.check(question, cached, "question", self._language)
        self.counts[verdict.outcome] += 1
        if verdict.safe:
            return Served(answer, cached, similarity, verdict)
        if self._on_refusal:
            self._on_refusal(question, cached, verdict)
        return None
