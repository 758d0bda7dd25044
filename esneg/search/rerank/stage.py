"""Re-ranking as a step of a search: it may improve the order, and can never take it away."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from esneg.search.deadline import Deadline, OutOfTime
from esneg.search.passages import passage
from esneg.search.question import Found
from esneg.search.rerank.base import Reranker, RerankingFailed, Scores, order
from esneg.search.rerank.polarity import Polarity, PolarityPolicy


@dataclass(frozen=True)
class Candidate:
    """A hit on its way to its final rank."""

    found: Found
    fused_rank: int
    rerank_score: float | None = None
    p_opposite: float | None = None


@dataclass
class Judging:
    """What all judgements of one search have in common, and what they have to report.

    Attributes:
        question: the user's words.
        text_fields: where the text stands that models read.
        depth: how many of the first hits are judged.
        deadline: of the whole search.
        strict: a judgement that fails or is late is an error, and not a warning.
        warnings: what did not go as asked.
        reranked: how many hits the re-ranker scored.
        truncated: how many passages it cut.
    """

    question: str
    text_fields: Sequence[str]
    depth: int
    deadline: Deadline
    strict: bool
    warnings: list[str] = field(default_factory=list)
    reranked: int = 0
    truncated: int = 0

    def rerank(self, candidates: Sequence[Candidate], reranker: Reranker) -> list[Candidate]:
        """Orders the first ``depth`` hits by the re-ranker's scores; the others follow as they were."""

        def score(texts: Sequence[str]) -> Scores:
            return reranker.score(self.question, texts, self.deadline)

        head, tail = list(candidates[: self.depth]), list(candidates[self.depth :])
        given = self._judge("re-ranking", head, score, "fused order")
        if given is None:
            return [*head, *tail]
        self.reranked = sum(math.isfinite(each) for each in given.scores)
        self.truncated = given.truncated
        scored = [
            replace(each, rerank_score=_finite(score)) for each, score in zip(head, given.scores, strict=True)
        ]
        return [*(scored[at] for at in order(given.scores)), *tail]

    def judge_polarity(
        self, candidates: Sequence[Candidate], polarity: Polarity, policy: PolarityPolicy
    ) -> list[Candidate]:
        """Lets the policy order the first ``depth`` hits by what the model says of them."""

        def score(texts: Sequence[str]) -> Scores:
            return Scores([float(p) for p in polarity.p_opposite(self.question, list(texts))])

        head, tail = list(candidates[: self.depth]), list(candidates[self.depth :])
        given = self._judge("judging polarity", head, score, "order of relevance")
        if given is None:
            return [*head, *tail]
        judged = [replace(each, p_opposite=_finite(p)) for each, p in zip(head, given.scores, strict=True)]
        return [*(judged[at] for at in policy.order(given.scores)), *tail]

    def _judge(
        self, step: str, head: Sequence[Candidate], score: Callable[[Sequence[str]], Scores], instead: str
    ) -> Scores | None:
        """A number for each candidate (NaN where there is none); None when there is not one."""
        passages = [passage(each.found.hit.source, self.text_fields) for each in head]
        readable = [at for at, text in enumerate(passages) if text]
        if not readable:
            if head:
                self._complain(step, "no hit has text in the fields that are searched", instead)
            return None
        try:
            texts = [passages[at] for at in readable]
            given = self.deadline.run(step, lambda: score(texts))
        except OutOfTime as error:
            if self.strict:
                raise
            self.warnings.append(f"{error.message}; the hits stand in {instead}")
            return None
        except Exception as error:  # whatever somebody's model raises must not cost the user the hits
            if self.strict:
                raise RerankingFailed(f"{step} failed: {_said(error)}") from error
            self.warnings.append(f"{step} failed: {_said(error)}; the hits stand in {instead}")
            return None
        if len(given.scores) != len(readable):
            self._complain(step, f"{len(given.scores)} scores came for {len(readable)} passages", instead)
            return None
        scores = [math.nan] * len(head)
        for at, each in zip(readable, given.scores, strict=True):
            scores[at] = each if math.isfinite(each) else math.nan
        missing = sum(map(math.isnan, scores))
        if missing == len(head):
            self._complain(step, "not one score is a number", instead)
            return None
        if missing:
            self.warnings.append(f"{step}: {missing} of {len(head)} hits got no usable score")
        return Scores(scores, given.truncated)

    def _complain(self, step: str, problem: str, instead: str) -> None:
        if self.strict:
            raise RerankingFailed(f"{step} failed: {problem}")
        self.warnings.append(f"{step} failed: {problem}; the hits stand in {instead}")


def candidates(found: Sequence[Found]) -> list[Candidate]:
    """The hits of a fusion."""
    return [Candidate(each, rank) for rank, each in enumerate(found, 1)]


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _said(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
