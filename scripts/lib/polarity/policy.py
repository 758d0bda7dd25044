"""Policy facts of domains that training never saw (the evaluation's own data): one sentence and five a passage."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from esneg.evaluation.data import built_in
from esneg.evaluation.items import PolicyItem
from esneg.polarity_model import PolarityModel
from esneg.polarity_model.labels import RANK
from esneg.polarity_model.reranker import TwinReranker, TwinRule
from esneg.search.deadline import Deadline
from esneg.search.rerank.base import order
from polarity.both_right import both_right
from polarity.first_stage import FirstStage
from polarity.result import Figure, rate


def measure(model: PolarityModel, rule: TwinRule) -> Iterator[Figure]:
    """Both questions right in the whole pool: RRF alone, after the packaged re-ranker, and by the rank head alone
    over each pair of passages."""
    items = [item for item in built_in("policy").content if isinstance(item, PolicyItem)]
    for size in (1, 5):
        pool = passages(items, size)
        stage = FirstStage(pool)
        questions = questions_of(items)
        before = stage.rank(questions)
        reranker = TwinReranker(model, rule)
        after = [_rerank(reranker, q, found, pool) for q, found in zip(questions, before, strict=True)]
        name = f"{size} sentence{'s' * (size > 1)}, pool {len(pool)}"
        for what, ranking in (("RRF", before), ("RRF + packaged", after)):
            yield rate(
                "policy", f"both right, {what}, {name}", both_right(ranking, range(len(ranking))), len(items)
            )
        first = sum(ranking[0] == at for at, ranking in enumerate(after))
        yield rate("policy", f"own passage first, RRF + packaged, {name}", first, len(after))
        pairs = crossed(questions, pool)
        scores = model.logits(pairs)[:, RANK].reshape(-1, 2)
        wins = (scores[:, 0] > scores[:, 1]).reshape(-1, 2).all(1)
        yield rate("policy", f"both right, rank head over the two, {name}", int(wins.sum()), len(items))


FILLERS = (
    "The brochure is printed once a year.",
    "The head office has moved to the harbour.",
    "Letters are not answered by telephone.",
    "Calls are recorded, but they are never sold.",
    "New customers receive a welcome folder.",
    "No signature is needed for that.",
    "The website lists every branch.",
    "There is no branch in the north.",
    "Complaints go to the ombudsman.",
    "Documents sent by fax are not accepted.",
    "The newsletter comes out in spring.",
    "Nobody has to subscribe to the newsletter.",
    "The terms changed last year.",
    "The address did not change.",
    "An adviser calls back within two days.",
    "Advisers never ask for a password.",
    "The hotline is open on Saturdays.",
    "The hotline is closed on Sundays.",
    "Forms can be sent in by e-mail.",
    "Forms without a date are sent back.",
    "The company was founded in 1931.",
    "It does not belong to a larger group.",
    "Some prices include tax.",
    "Postage is not part of the price.",
)
"""Sentences of our own, of either polarity, that touch none of the facts."""


def passages(items: list[PolicyItem], size: int, seed: int = 7) -> list[str]:
    """Passage and opposite passage of each fact, in turn, each among other sentences up to `size`."""
    rng = random.Random(seed)
    pool = []
    for item in items:
        for own in (item.passage, item.opposite_passage):
            lines = [own, *rng.sample(FILLERS, size - 1)]
            rng.shuffle(lines)
            pool.append(" ".join(lines))
    return pool


def crossed(questions: Sequence[str], pool: Sequence[str]) -> list[tuple[str, str]]:
    """Each question with its own passage and with the opposite one, in turn."""
    return [(question, pool[place]) for at, question in enumerate(questions) for place in (at, at ^ 1)]


def questions_of(items: Sequence[PolicyItem]) -> list[str]:
    """Question and opposite question of each fact, in turn."""
    return [question for item in items for question in (item.question, item.opposite_question)]


def _rerank(reranker: TwinReranker, question: str, found: list[int], pool: list[str]) -> list[int]:
    scores = reranker.score(question, [pool[at] for at in found], Deadline(None)).scores
    return [found[at] for at in order(scores)]
