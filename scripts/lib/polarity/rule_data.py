"""What the rule for near-twins is chosen on: none of it is reported as a test.

Gains are counted on the written facts that training leaves out, harm on XQuAD's English paragraphs, where nearly
every question has one right paragraph and no passage contradicts another.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from esneg.polarity_model import PolarityModel
from esneg.polarity_model.model import Judgement
from esneg.polarity_model.reranker import TwinRule
from esneg.polarity_model.training.written import Written, filled
from esneg.polarity_model.twins import Point, language_of, points
from esneg.polarity_model.versions import groups_of_versions
from polarity.both_right import both_right
from polarity.first_stage import FirstStage

DEPTH = 10
DRAWS = 4
"""Wordings drawn of each held-out fact."""


@dataclass(frozen=True)
class Case:
    """One question with its first passages.

    Attributes:
        ranking: positions in the pool, best first.
        points: of the first `DEPTH`.
        judged: what the model says of each of those.
        own: the position of the right passage.
        versions: how many of the first `DEPTH` are versions of one text, which the rule's numbers do not touch.
    """

    ranking: list[int]
    points: list[Point]
    judged: list[Judgement]
    own: int
    versions: int

    def reordered(self, rule: TwinRule) -> list[int]:
        """The ranking after the rule."""
        judged = [
            found if point.coverage >= rule.coverage else None
            for point, found in zip(self.points, self.judged, strict=True)
        ]
        order = rule.order(self.points, judged)
        return [self.ranking[at] for at in order] + self.ranking[len(order) :]


def written_cases(model: PolarityModel, sentences: int) -> list[Case]:
    """Held-out facts: each wording's two questions in turn, so that cases 2n and 2n + 1 belong together.

    Args:
        model: judges.
        sentences: how many a passage has.
    """
    rng = random.Random(5)
    held_out = [
        fact for second in (False, True) for fact in Written("en", rng, held_out=True, second=second).facts
    ]
    others = Written("en", rng).facts
    cases: list[Case] = []
    for _ in range(DRAWS):
        pool, questions = [], []
        for fact in held_out:
            for asked, own, name in zip(("ask", "ask_not"), ("holds", "fails"), fact["names"], strict=False):
                questions.append(rng.choice(fact[asked]))
                lines = [filled(rng.choice(fact[own]), name)]
                while len(lines) < sentences:
                    far = rng.choice(others)
                    lines.append(
                        filled(rng.choice(far[rng.choice(("holds", "fails"))]), rng.choice(far["names"]))
                    )
                rng.shuffle(lines)
                pool.append(" ".join(lines))
        rankings = FirstStage(pool).rank(questions)
        for at, (question, ranking) in enumerate(zip(questions, rankings, strict=True)):
            cases.append(_case(model, question, ranking, pool, own=at))
    return cases


def xquad_cases(model: PolarityModel, data: Path) -> list[Case]:
    """XQuAD: every third question over all paragraphs."""
    rows = [json.loads(line) for line in (data / "xquad.en.jsonl").read_text("utf-8").splitlines()]
    pool = list(dict.fromkeys(row["passage"] for row in rows))
    place = {passage: at for at, passage in enumerate(pool)}
    chosen = rows[::3]
    rankings = FirstStage(pool).rank([row["question"] for row in chosen])
    return [
        _case(model, row["question"], ranking, pool, own=place[row["passage"]])
        for row, ranking in zip(chosen, rankings, strict=True)
    ]


def _case(
    model: PolarityModel,
    question: str,
    ranking: list[int],
    pool: Sequence[str],
    own: int,
) -> Case:
    first = [pool[at] for at in ranking[:DEPTH]]
    language = language_of(question) or "en"
    found = points(question, first, language)
    versions = sum(map(len, groups_of_versions(question, first, language, TwinRule().overlap)))
    judged = model.judge([(question, point.sentence) for point in found])
    return Case(ranking, found, judged, own, versions)


def share_both_right(cases: list[Case], rule: TwinRule) -> float:
    """Share of facts of which both questions put their own passage before its opposite."""
    right = both_right([case.reordered(rule) for case in cases], [case.own for case in cases])
    return right / (len(cases) // 2)


def reciprocal_rank(cases: list[Case], rule: TwinRule | None) -> float:
    """Mean reciprocal rank of the right passage, within the first ten."""
    total = 0.0
    for case in cases:
        ranking = case.ranking if rule is None else case.reordered(rule)
        total += 1 / (1 + ranking.index(case.own)) if case.own in ranking[:DEPTH] else 0.0
    return total / len(cases)
